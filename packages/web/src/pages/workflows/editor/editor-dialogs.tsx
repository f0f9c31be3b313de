import type { ApiWorkflowVersion } from '@cadence-agents/contracts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { texts } from '../../../texts.ts';
import { NewWorkflowDialog } from '../new-workflow-dialog.tsx';
import { VersionsDialog } from '../versions/versions-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import type { useSave } from './use-save.ts';

const words = texts.workflows.editor;

export type OpenDialog = 'versions' | 'delete' | 'copy';

export interface EditorDialogsProps extends Pick<ReturnType<typeof useSave>, 'publish' | 'remove'> {
  id: string;
  name: string;
  mayEdit: boolean;
  open: OpenDialog | undefined;
  onClose: () => void;
  /** In the editor. */
  document: unknown;
  versions: readonly ApiWorkflowVersion[];
  onLoad: (version: ApiWorkflowVersion) => void;
  /** The version that is about to be published. */
  publishing: number | undefined;
  setPublishing: (version: number | undefined) => void;
}

/** What the editor asks in between. */
export function EditorDialogs(props: EditorDialogsProps) {
  const { id, name, open, onClose, publishing, setPublishing, publish, remove } = props;
  return (
    <>
      {open === 'versions' && (
        <VersionsDialog
          id={id}
          onClose={onClose}
          versions={props.versions}
          current={props.document}
          {...(props.mayEdit && {
            onLoad: props.onLoad,
            onPublish: (version) => {
              onClose();
              setPublishing(version);
            },
          })}
        />
      )}
      {publishing !== undefined && (
        <PublishDialog
          id={id}
          version={publishing}
          busy={publish.isPending}
          onPublish={() => publish.mutate(publishing, { onSuccess: () => setPublishing(undefined) })}
          onClose={() => setPublishing(undefined)}
        />
      )}
      <ConfirmDialog
        open={open === 'delete'}
        onClose={onClose}
        title={words.deleteTitle(name)}
        description={words.deleteHint}
        action={texts.common.delete}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
      {open === 'copy' && <NewWorkflowDialog onClose={onClose} source={props.document} />}
    </>
  );
}
