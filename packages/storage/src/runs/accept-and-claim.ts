import type { ClaimedRun, NewRun, RunRecord, WorkLimits } from '@cadence/contracts';
import type { Queries } from '../database/database.ts';
import { isLimited } from '../workers/work-limits.ts';
import { type AcceptedParams, acceptRun } from './accept-run.ts';
import { type Claimant, claimRuns } from './claim-runs.ts';

/** Takes a message in, and its conversation's next run up where there is room for it. Inside a transaction. */
export async function acceptAndClaim(
  queries: Queries,
  run: NewRun,
  params: AcceptedParams,
  claimant: Claimant,
  { leaseMs, limits }: { leaseMs: number; limits: WorkLimits },
): Promise<{ run: RunRecord; claimed: ClaimedRun | undefined }> {
  const beginner = isLimited(limits, run) ? undefined : { holder: claimant.holder, leaseMs };
  const { run: accepted, claimed: begun } = await acceptRun(queries, run, params, beginner);
  if (begun) return { run: accepted, claimed: begun };
  const wanted = { conversationIds: [accepted.conversationId] };
  const [claimed] = await claimRuns(queries, claimant, wanted, { leaseMs, limits, most: 1 });
  const mine = claimed?.run.id === accepted.id;
  return { run: mine ? claimed.run : accepted, claimed };
}
