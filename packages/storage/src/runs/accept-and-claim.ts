import type { ClaimedRun, NewRun, RunRecord, WorkLimits } from '@cadence-agents/contracts';
import type { Database, WriteOptions } from '../database/database.ts';
import { isLimited } from '../workers/work-limits.ts';
import { type AcceptedParams, acceptRun, fileIds } from './accept-run.ts';
import { beginAtOnce, beginByStatement, begunBefore } from './begin-at-once.ts';
import { type Claimant, claimRuns } from './claim-runs.ts';

interface Taken {
  run: RunRecord;
  claimed: ClaimedRun | undefined;
}

/** Takes a message in, and its conversation's next run up where there is room for it. */
export async function acceptAndClaim(
  database: Database,
  run: NewRun,
  params: AcceptedParams,
  claimant: Claimant,
  { leaseMs, limits, ...options }: { leaseMs: number; limits: WorkLimits } & WriteOptions<Taken>,
): Promise<Taken> {
  const beginner = mayBegin(run, params, limits) ? { holder: claimant.holder, leaseMs } : undefined;
  const isStatement = database.dialect === 'postgres';
  const begun = isStatement && beginner && (await beginByStatement(database, params, beginner));
  if (begun && begun !== 'unknown') {
    const taken = { run: begun.run, claimed: begun };
    options.onCommit?.(taken);
    return taken;
  }
  const begin = begun === 'unknown' ? begunBefore : isStatement ? undefined : beginAtOnce;
  return database.write(async (queries): Promise<Taken> => {
    const claimed = beginner && (await begin?.(queries, params, beginner));
    if (claimed) return { run: claimed.run, claimed };
    const accepted = await acceptRun(queries, run, params);
    const wanted = { conversationIds: [accepted.conversationId] };
    const [next] = await claimRuns(queries, claimant, wanted, { leaseMs, limits, most: 1 });
    return { run: next?.run.id === accepted.id ? next.run : accepted, claimed: next };
  }, options);
}

/** Whether nothing but the conversation itself can keep the run from being begun with. */
const mayBegin = (run: NewRun, { back, delayMs }: AcceptedParams, limits: WorkLimits): boolean =>
  back === undefined && delayMs === 0 && fileIds(run).length === 0 && !isLimited(limits, run);
