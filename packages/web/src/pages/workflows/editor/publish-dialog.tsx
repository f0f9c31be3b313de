import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { texts } from '../../../texts.ts';
import { gateOf, gateSoFar } from '../proof/gate-queries.ts';
import { GateResult } from '../proof/gate-result.tsx';

const words = texts.workflows.editor.gate;

export interface PublishDialogProps {
  id: string;
  version: number;
  busy: boolean;
  onPublish: () => void;
  onClose: () => void;
}

/** What publishing a version would change, by the newest runs of the workflow, before it is done. */
export function PublishDialog({ id, version, busy, onPublish, onClose }: PublishDialogProps) {
  const { report, error } = useGate(id, version);
  const isDone = report !== undefined && report.state !== 'running';
  const isSafe = report?.passed === true;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={words.title(version)}
      description={words.hint}
      actions={
        <>
          <Button onClick={onClose}>{words.keepDraft}</Button>
          <Button
            look={isDone && !isSafe ? 'danger' : 'primary'}
            disabled={!isDone && !error}
            busy={busy}
            onClick={onPublish}
          >
            {isDone && !isSafe ? words.anyway : texts.workflows.editor.publish}
          </Button>
        </>
      }
    >
      {error && <ErrorState error={error} />}
      {!error && <GateResult report={report} version={version} />}
    </Dialog>
  );
}

function useGate(id: string, version: number) {
  const started = useQuery(gateOf(id, version));
  const { data: later } = useQuery({
    ...gateSoFar(id, version),
    enabled: started.data?.state === 'running',
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? 1_000 : false),
  });
  return { report: later ?? started.data, error: started.error };
}
