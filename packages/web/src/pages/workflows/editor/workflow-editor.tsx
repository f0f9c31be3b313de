import type { ApiWorkflowVersion, JsonValue } from '@cadence/contracts';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Page } from '../../../components/page.tsx';
import { saveJson } from '../../../components/save-file.ts';
import { useToast } from '../../../components/toast.tsx';
import { formatJson } from '../../../document/format-json.ts';
import { texts } from '../../../texts.ts';
import { NewWorkflowDialog } from '../new-workflow-dialog.tsx';
import { Editor } from './editor.tsx';
import { EditorActions } from './editor-actions.tsx';
import { pickText } from './pick-text.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { useEditor } from './use-editor.ts';
import { useSave } from './use-save.ts';
import { Verdict } from './verdict.tsx';
import { VersionsDialog } from './versions-dialog.tsx';

const words = texts.workflows.editor;

export interface WorkflowEditorProps {
  id: string;
  definition: JsonValue;
  isBuiltIn: boolean;
  /** Newest first. */
  versions: readonly ApiWorkflowVersion[];
}

export function WorkflowEditor({ id, definition, isBuiltIn, versions }: WorkflowEditorProps) {
  const editor = useEditor(formatJson(definition), isBuiltIn);
  const { save, publish, remove } = useSave(id, editor.markSaved);
  const [open, setOpen] = useState<'versions' | 'delete' | 'copy'>();
  const [publishing, setPublishing] = useState<number>();
  const { show } = useToast();
  const { checked, editing, isChanged, text } = editor;
  const hasErrors = checked.problems.some((problem) => problem.severity === 'error');
  const name = editing.draft.name ?? id;
  useBlocker({
    shouldBlockFn: () => isChanged && !save.isPending && !window.confirm(words.discard),
    enableBeforeUnload: isChanged,
  });
  const load = (version: ApiWorkflowVersion) => {
    editing.edit(formatJson(JSON.parse(JSON.stringify(version.definition))));
    show({ title: words.loaded(version.version) });
    setOpen(undefined);
  };
  const toPublish = () => {
    if (!isChanged) setPublishing(versions[0]?.version);
    else save.mutate(text, { onSuccess: ({ version }) => setPublishing(version.version) });
  };
  const importFile = () =>
    pickText((file) => {
      editing.edit(file);
      show({ title: words.imported });
    });
  return (
    <Page
      fill
      title={name}
      aside={<Marks {...{ checked, isBuiltIn, isChanged, versions }} />}
      actions={
        <EditorActions
          isBuiltIn={isBuiltIn}
          canSave={isChanged && checked.isJson}
          canPublish={!hasErrors && (isChanged || versions[0]?.published === false)}
          isBusy={save.isPending}
          onSave={() => save.mutate(text)}
          onPublish={toPublish}
          onVersions={() => setOpen('versions')}
          onImport={importFile}
          onExport={() => saveJson(`${id}.json`, text)}
          onCopy={() => setOpen('copy')}
          onDelete={() => setOpen('delete')}
        />
      }
    >
      <Editor id={id} editor={editor} readOnly={isBuiltIn} />
      <VersionsDialog
        open={open === 'versions'}
        onClose={() => setOpen(undefined)}
        versions={versions}
        onLoad={load}
        onPublish={(version) => {
          setOpen(undefined);
          setPublishing(version);
        }}
      />
      <Publishing id={id} version={publishing} publish={publish} onClose={() => setPublishing(undefined)} />
      <ConfirmDialog
        open={open === 'delete'}
        onClose={() => setOpen(undefined)}
        title={words.deleteTitle(name)}
        description={words.deleteHint}
        action={texts.common.delete}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
      {open === 'copy' && <NewWorkflowDialog onClose={() => setOpen(undefined)} source={checked.document} />}
    </Page>
  );
}

interface PublishingProps {
  id: string;
  version: number | undefined;
  publish: ReturnType<typeof useSave>['publish'];
  onClose: () => void;
}

function Publishing({ id, version, publish, onClose }: PublishingProps) {
  if (version === undefined) return null;
  return (
    <PublishDialog
      id={id}
      version={version}
      busy={publish.isPending}
      onPublish={() => publish.mutate(version, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

interface MarksProps extends Pick<WorkflowEditorProps, 'isBuiltIn' | 'versions'> {
  checked: ReturnType<typeof useEditor>['checked'];
  isChanged: boolean;
}

/** How far it is: its version, whether it is saved, and what the checker says. */
function Marks({ checked, isBuiltIn, isChanged, versions }: MarksProps) {
  const [newest] = versions;
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {isBuiltIn && <Badge>{words.builtIn}</Badge>}
      {newest && !isChanged && (
        <Badge tone={newest.published ? 'neutral' : 'accent'}>
          {texts.workflows.version(newest.version)} ·{' '}
          {newest.published ? words.versionPublished : texts.workflows.draft}
        </Badge>
      )}
      {isChanged && <Badge tone="accent">{words.unsaved}</Badge>}
      <Verdict {...checked} />
    </span>
  );
}
