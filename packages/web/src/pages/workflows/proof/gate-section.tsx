import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { client } from '../../../api/client.ts';
import { useMay } from '../../../api/who-am-i.ts';
import { editableWorkflow } from '../../../api/workflows.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { TimeAgo } from '../../../components/time-ago.tsx';
import { lastGate } from './gate-queries.ts';
import { GateResult } from './gate-result.tsx';
import { proofTexts as words } from './proof-texts.ts';
import { Section } from './section.tsx';

/** What the newest runs came to on the version that was saved last, when that was tried, and by whom. */
export function GateSection({ id }: { id: string }) {
  const { data: stored } = useQuery(editableWorkflow(id));
  const version = stored?.versions[0]?.version;
  return (
    <Section title={words.gate} hint={words.gateHint}>
      {version === undefined ? (
        <p className="text-xs text-muted">{words.notSaved}</p>
      ) : (
        <VersionGate id={id} version={version} />
      )}
    </Section>
  );
}

function VersionGate({ id, version }: { id: string; version: number }) {
  const queries = useQueryClient();
  const mayTry = useMay('author') === true;
  const { data: found, error } = useQuery(lastGate(id, version));
  const attempt = useMutation({
    mutationFn: () => client.gateWorkflow({ params: { id, version }, body: {} }),
    onSettled: () => queries.invalidateQueries({ queryKey: lastGate(id, version).queryKey }),
  });
  if (error) return <ErrorState error={error} />;
  const gate = found?.gate;
  return (
    <>
      {found && !gate && <p className="text-xs text-muted">{words.notTried(version)}</p>}
      {found && gate && (
        <>
          <p className="text-xs text-muted">
            {words.tried(version, gate.last)} <TimeAgo time={gate.startedAt} />
            {found.gateBy && ` ${words.by(found.gateBy)}`}
          </p>
          <GateResult report={gate} version={version} />
        </>
      )}
      {attempt.error && <ErrorState error={attempt.error} />}
      {mayTry && (
        <Button
          size="sm"
          className="self-start"
          icon={<History aria-hidden />}
          busy={attempt.isPending || gate?.state === 'running'}
          onClick={() => attempt.mutate()}
        >
          {gate ? words.tryAgain : words.tryIt}
        </Button>
      )}
    </>
  );
}
