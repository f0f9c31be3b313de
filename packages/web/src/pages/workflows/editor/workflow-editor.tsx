import type { ApiWorkflowVersion } from '@cadence-agents/contracts';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { useKinds } from '../../../api/kinds.ts';
import { Badge } from '../../../components/badge.tsx';
import { Page } from '../../../components/page.tsx';
import { saveJson } from '../../../components/save-file.ts';
import { useToast } from '../../../components/toast.tsx';
import { formatDefinition } from '../../../document/format-json.ts';
import type { Places } from '../../../graph/places.ts';
import { texts } from '../../../texts.ts';
import { DefinitionDrop } from '../exchange/definition-drop.tsx';
import { exchangeTexts } from '../exchange/exchange-texts.ts';
import type { PictureFormat } from '../exchange/export-picture.ts';
import { StageProvider } from '../try/stage.tsx';
import { Editor } from './editor.tsx';
import { EditorActions } from './editor-actions.tsx';
import { EditorDialogs, type OpenDialog } from './editor-dialogs.tsx';
import { frameTexts } from './frame-texts.ts';
import { pickText } from './pick-text.ts';
import { useEditor } from './use-editor.ts';
import { useSave } from './use-save.ts';
import { Verdict } from './verdict.tsx';

const words = texts.workflows.editor;

export interface WorkflowEditorProps {
  id: string;
  definition: unknown;
  isBuiltIn: boolean;
  /** Others look at it, and are told why they only may. */
  mayEdit: boolean;
  /** Newest first. */
  versions: readonly ApiWorkflowVersion[];
  /** Where its boxes were put, if they were. */
  places?: Places | undefined;
}

export function WorkflowEditor(props: WorkflowEditorProps) {
  const { id, definition, isBuiltIn, mayEdit, versions, places } = props;
  const readOnly = isBuiltIn || !mayEdit;
  const editor = useEditor(definition, readOnly, places);
  const { save, publish, remove } = useSave(id, editor.markSaved);
  const [open, setOpen] = useState<OpenDialog>();
  const [publishing, setPublishing] = useState<number>();
  const { show, showError } = useToast();
  const kinds = useKinds();
  const { checked, isSound, editing, isChanged, text } = editor;
  const name = editing.draft.name ?? id;
  useBlocker({
    shouldBlockFn: () => isChanged && !save.isPending && !window.confirm(words.discard),
    enableBeforeUnload: isChanged,
  });
  const load = (version: ApiWorkflowVersion) => {
    editing.edit(formatDefinition(version.definition));
    show({ title: words.loaded(version.version) });
    setOpen(undefined);
  };
  const toPublish = () => {
    if (!isChanged) setPublishing(versions[0]?.version);
    else save.mutate(text, { onSuccess: ({ version }) => setPublishing(version.version) });
  };
  const take = (file: string) => {
    editing.edit(file);
    show({ title: words.imported });
  };
  const exportAs = async (format: PictureFormat) => {
    const { exportPicture } = await import('../exchange/export-picture.ts');
    await exportPicture(id, checked.document, kinds, format).catch(showError);
  };
  return (
    <Page
      fill
      title={name}
      aside={<Marks {...{ checked, isBuiltIn, mayEdit, isChanged, versions }} />}
      actions={
        <EditorActions
          isBuiltIn={isBuiltIn}
          mayEdit={mayEdit}
          canSave={isChanged && checked.isJson}
          canPublish={isSound && (isChanged || versions[0]?.published === false)}
          isBusy={save.isPending}
          onSave={() => save.mutate(text)}
          onPublish={toPublish}
          onVersions={() => setOpen('versions')}
          onImport={() => pickText(take)}
          onExport={() => saveJson(`${id}.json`, text)}
          onExportPicture={(format) => void exportAs(format)}
          onCopy={() => setOpen('copy')}
          onDelete={() => setOpen('delete')}
        />
      }
    >
      <StageProvider id={id}>
        <Editor id={id} editor={editor} readOnly={readOnly} />
      </StageProvider>
      <EditorDialogs
        {...{ id, name, open, mayEdit, versions, publishing, publish, remove, setPublishing }}
        document={checked.document}
        onLoad={load}
        onClose={() => setOpen(undefined)}
      />
      {!readOnly && <DefinitionDrop label={exchangeTexts.dropHere} onDefinition={take} />}
    </Page>
  );
}

interface MarksProps extends Pick<WorkflowEditorProps, 'isBuiltIn' | 'mayEdit' | 'versions'> {
  checked: ReturnType<typeof useEditor>['checked'];
  isChanged: boolean;
}

/** How far it is: its version, whether it is saved, and what the checker says. */
function Marks({ checked, isBuiltIn, mayEdit, isChanged, versions }: MarksProps) {
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
      <Verdict {...checked.latest} />
      {!mayEdit && <span className="text-xs text-warning">{frameTexts.needsAuthor}</span>}
    </span>
  );
}
