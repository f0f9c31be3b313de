import type { ApiReplayReport, ApiRun } from '@cadence-agents/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { explainError } from '../../../api/explain-error.ts';
import { useMay } from '../../../api/who-am-i.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Disclosure } from '../../../components/disclosure.tsx';
import { ChangedTexts } from '../../../difference/changed-texts.tsx';
import { useStage } from '../try/stage.tsx';
import { proofTexts as words } from './proof-texts.ts';
import { Section } from './section.tsx';

const NEWEST = 20;

type Verdict = { divergence: ApiReplayReport['divergence'] } | { error: string };

export interface ReplaySectionProps {
  id: string;
  document: unknown;
  canRun: boolean;
}

/** The newest runs, replayed on the draft, with the first place where each does something else. */
export function ReplaySection({ id, document, canRun }: ReplaySectionProps) {
  const { data: runs = [] } = useQuery({
    queryKey: ['runs', 'list', { workflowId: id, limit: NEWEST }],
    queryFn: async ({ signal }) =>
      (await client.listRuns({ query: { workflowId: id, limit: NEWEST } }, { signal })).items,
  });
  const mayReplay = useMay('operator');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { replay, verdicts } = useReplays(document);
  const chosen = runs.filter((run) => !left.has(run.id));
  const same = [...verdicts.values()].filter((each) => 'divergence' in each && !each.divergence).length;
  return (
    <Section title={words.replays} hint={words.replaysHint}>
      {runs.length === 0 && <p className="text-xs text-muted">{words.noRuns}</p>}
      {runs.length > 0 && (
        <>
          <div className="flex items-center gap-3">
            <Button
              size="sm"
              icon={<History aria-hidden />}
              busy={replay.isPending}
              disabled={!canRun || mayReplay !== true || chosen.length === 0}
              onClick={() => replay.mutate(chosen)}
            >
              {words.replay(chosen.length)}
            </Button>
            <label className="flex items-center gap-1.5 text-xs">
              <input
                type="checkbox"
                checked={left.size === 0}
                onChange={() => setLeft(new Set(left.size === 0 ? runs.map((run) => run.id) : []))}
              />
              {words.all}
            </label>
          </div>
          {mayReplay === false && <p className="text-xs text-muted">{words.needsOperator}</p>}
          {verdicts.size > 0 && (
            <p role="status" className="text-xs font-medium">
              {words.sameOf(same, verdicts.size)}
            </p>
          )}
          <ul aria-label={words.replays} className="flex flex-col divide-y rounded-lg border">
            {runs.map((run) => (
              <li key={run.id} className="flex flex-col gap-1 px-2 py-1.5 text-xs">
                <label className="flex min-w-0 items-center gap-2">
                  <input
                    type="checkbox"
                    aria-label={words.chosen(run.input)}
                    checked={!left.has(run.id)}
                    onChange={() => setLeft(toggled(left, run.id))}
                  />
                  <span className="min-w-0 flex-1 truncate">{run.input}</span>
                  <VerdictBadge verdict={verdicts.get(run.id)} />
                </label>
                <Difference verdict={verdicts.get(run.id)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

/** One after the other; what is found is shown as it comes, and on the canvas. */
function useReplays(document: unknown) {
  const { markDiffering } = useStage();
  const [verdicts, setVerdicts] = useState<ReadonlyMap<string, Verdict>>(new Map());
  const replay = useMutation({
    mutationFn: async (runs: readonly ApiRun[]) => {
      const found = new Map<string, Verdict>();
      for (const { id } of runs) {
        found.set(id, await verdictOf(id, document));
        setVerdicts(new Map(found));
        markDiffering(
          [...found.values()].flatMap((each) => ('divergence' in each && each.divergence?.node) || []),
        );
      }
    },
  });
  return { replay, verdicts };
}

async function verdictOf(id: string, document: unknown): Promise<Verdict> {
  try {
    const workflow = { ...Object(document) };
    return await client.replayRun({ params: { id }, body: { workflow } });
  } catch (error) {
    return { error: explainError(error).message };
  }
}

function VerdictBadge({ verdict }: { verdict: Verdict | undefined }) {
  if (!verdict) return null;
  if ('error' in verdict) return <Badge>{words.skipped}</Badge>;
  return verdict.divergence ? (
    <Badge tone="warning">{words.differs}</Badge>
  ) : (
    <Badge tone="success">{words.same}</Badge>
  );
}

function Difference({ verdict }: { verdict: Verdict | undefined }) {
  if (!verdict) return null;
  if ('error' in verdict) return <p className="break-words text-muted">{verdict.error}</p>;
  if (!verdict.divergence) return null;
  const { visit, node, path, message, before, after } = verdict.divergence;
  return (
    <Disclosure summary={`${words.where(visit, node)} ${path}`}>
      <p className="break-words">{message}</p>
      <ChangedTexts before={asText(before)} after={asText(after)} />
    </Disclosure>
  );
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(id)) after.add(id);
  return after;
}
