// Runs that are set aside because the process that had them cannot carry them out. `ready_at` is empty meanwhile, so
// that claims pass them by however many there are; they are found by what they wait for.
import type { ClaimedRun, Lease, WorkLimits } from '@cadence-agents/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { readyAt } from '../rows/conversation-lock.ts';
import { assertLease } from '../rows/lease.ts';
import { type Claimant, claimRuns } from './claim-runs.ts';

// What was told of it so far is read by every attempt but the first.
const queueAgain = statement<{ id: string }>(
  `UPDATE runs SET status = 'queued', attempt = CASE WHEN attempt > 1 THEN attempt - 1 ELSE 1 END WHERE id = $id`,
);
const setAside = statement<{ id: string; reason: string; patienceMs: number | null }>(
  `UPDATE conversations SET lease_holder = NULL, lease_run_id = NULL, lease_until = 0, ready_at = NULL,
     parked_for = $reason, parked_until = STEADY_MS + CAST($patienceMs AS BIGINT) WHERE id = $id`,
);

const isParked = 'ready_at IS NULL AND parked_for IS NOT NULL';
const MOST_REASONS = 1_000;
// From each reason to the next one in the index, whatever lies between.
const reasons = statement<Record<string, never>, { reason: string }>(
  `SELECT reason FROM (
     WITH RECURSIVE found (reason, nth) AS (
       SELECT (SELECT MIN(parked_for) FROM conversations WHERE ${isParked}), 1
       UNION ALL
       SELECT (SELECT MIN(parked_for) FROM conversations WHERE ${isParked} AND parked_for > found.reason), nth + 1
       FROM found WHERE reason IS NOT NULL AND nth < ${MOST_REASONS}
     ) SELECT reason FROM found WHERE reason IS NOT NULL
   ) AS reasons`,
);
type Found = { id: string; reason: string; parked_until: number | null; overdue: number };
const found = `id, parked_for AS reason, parked_until,
  CASE WHEN parked_until <= STEADY_MS THEN 1 ELSE 0 END AS overdue`;
const forReason = statement<{ reason: string }, Found>(
  `SELECT ${found} FROM conversations WHERE ${isParked} AND parked_for = $reason
   ORDER BY parked_until LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
);
const overdue = statement<{ reasons: string }, Found>(
  `SELECT ${found} FROM conversations
   WHERE ${isParked} AND parked_for IN ITEMS_OF($reasons) AND parked_until <= STEADY_MS
   LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
);
const ofConversations = statement<{ conversations: string }, Found>(
  `SELECT ${found} FROM conversations
   WHERE id IN ITEMS_OF($conversations) AND ${isParked} FOR NO KEY UPDATE SKIP LOCKED`,
);
const takeBack = statement<{ id: string }>(
  `UPDATE conversations SET parked_for = NULL, parked_until = NULL, ready_at = ${readyAt} WHERE id = $id`,
);

// The turn of its tenant has not come, or of its workflow.
const leaveAside = statement<{ id: string; reason: string; until: number | null }>(
  `UPDATE conversations SET parked_for = $reason, parked_until = CAST($until AS BIGINT), ready_at = NULL
   WHERE id = $id AND ready_at > 0`,
);

export async function parkRun(
  queries: Queries,
  lease: Lease,
  runId: string,
  { reason, patienceMs }: { reason: string; patienceMs: number | null },
): Promise<void> {
  await assertLease(queries, lease, runId);
  await queries.run(queueAgain, { id: runId });
  await queries.run(setAside, { id: lease.conversationId, reason, patienceMs });
}

/** What to look for: anything, or a run of one of these conversations. */
interface Wanted {
  /** Reasons that stand against the claimant too: of those it gets what is overdue alone. */
  unable: readonly string[];
  conversationIds: readonly string[] | undefined;
}

export async function claimParked(
  database: Database,
  claimant: Claimant,
  { unable, conversationIds }: Wanted,
  terms: { leaseMs: number; limits: WorkLimits },
): Promise<ClaimedRun | undefined> {
  const known = await database.all(reasons, {});
  if (known.length === 0) return undefined;
  const refused = new Set(unable);
  const able = known.flatMap(({ reason }) => (refused.has(reason) ? [] : [reason]));
  const find = async (queries: Queries): Promise<Found | undefined> => {
    if (conversationIds) {
      const own = await queries.all(ofConversations, { conversations: JSON.stringify(conversationIds) });
      return own.find((each) => each.overdue === 1 || !refused.has(each.reason));
    }
    for (const reason of able) {
      const next = await queries.first(forReason, { reason });
      if (next) return next;
    }
    return queries.first(overdue, { reasons: JSON.stringify(unable) });
  };
  return database.write(async (queries) => {
    const next = await find(queries);
    if (!next) return undefined;
    const { id, reason, parked_until: until } = next;
    await queries.run(takeBack, { id });
    const wanted = { conversationIds: [id] };
    const [claimed] = await claimRuns(queries, claimant, wanted, { ...terms, most: 1 });
    if (!claimed) await queries.run(leaveAside, { id, reason, until });
    return claimed && { ...claimed, overdue: next.overdue === 1 };
  });
}
