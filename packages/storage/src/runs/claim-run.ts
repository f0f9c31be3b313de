import type { ClaimedRun, WorkLimits } from '@cadence/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { openRuns, refreshConversation } from '../rows/conversation-lock.ts';
import { type RunRow, runColumns, toRunRecord } from '../rows/run-row.ts';
import { hasRoomFor } from '../workers/work-limits.ts';

/** Who claims. */
export type Claimant = {
  holder: string;
  /** Conversations, as a JSON list, that the holder has let go of without giving them back. */
  left: string;
};

/** What is looked for: a conversation, a tenant's next one, or a run that was left behind. */
export type Wanted =
  | { conversationId: string }
  | { tenantId: string; waitedMs: number; fullWorkflows: readonly string[] }
  | 'left behind';

// What a holder has itself it is not handed again, however late it is to renew: it is at work on it.
const notHeld = '(lease_holder IS NULL OR lease_holder <> $holder OR id IN ITEMS_OF($left))';
const isFree = `lease_until <= STEADY_MS AND ${notHeld}`;
const leftBehind = `ready_at = 0 AND ${isFree}`;
// As a range, so that it is found in the tenant's queue: that of all, in which others come first, has no such order.
const queuedForTenant = `tenant_id >= $tenantId AND tenant_id <= $tenantId
     AND ready_at > 0 AND ready_at <= STEADY_MS - $waitedMs`;
/** However many runs of full workflows a tenant has queued, no more than so many are looked at. */
const MOST_PASSED_OVER = 100;

type Found = { id: string; tenant_id: string; ready_at: number };
const found = 'id, tenant_id, ready_at';
const anyLeftBehind = statement<Claimant, Found>(
  `SELECT ${found} FROM conversations WHERE ${leftBehind}
   ORDER BY lease_until LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
);
const queuedOf = statement<Claimant & { tenantId: string; waitedMs: number }, Found>(
  `SELECT ${found} FROM conversations
   WHERE ${queuedForTenant} AND ${isFree}
   ORDER BY tenant_id, ready_at, ordinal LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
);
const queuedOfOthers = statement<Claimant & { tenantId: string; waitedMs: number; full: string }, Found>(
  `SELECT ${found} FROM conversations WHERE id IN (
     SELECT id FROM (SELECT id, ended_through FROM conversations
       WHERE ${queuedForTenant} AND ${isFree}
       ORDER BY tenant_id, ready_at, ordinal LIMIT ${MOST_PASSED_OVER}) AS conversations
     WHERE (SELECT workflow_id FROM runs WHERE conversation_id = conversations.id AND ${openRuns}
       ORDER BY position LIMIT 1) NOT IN ITEMS_OF($full))
   AND ready_at > 0 AND ${isFree}
   ORDER BY ready_at, ordinal LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
);
const thisConversation = statement<Claimant & { conversationId: string }, Found>(
  `SELECT ${found} FROM conversations
   WHERE id = $conversationId AND ready_at <= STEADY_MS AND ${isFree} FOR NO KEY UPDATE`,
);
const peek = statement<Claimant, { stale: number | null; queued: number | null }>(
  `SELECT (SELECT 1 FROM conversations WHERE ${leftBehind}
       ORDER BY lease_until LIMIT 1) AS stale,
     (SELECT 1 FROM conversations WHERE ready_at > 0 AND ready_at <= STEADY_MS AND ${isFree} LIMIT 1) AS queued`,
);
const peekOne = statement<Claimant & { conversationId: string }, { found: number }>(
  `SELECT 1 AS found FROM conversations WHERE id = $conversationId AND ready_at <= STEADY_MS AND ${isFree}`,
);
const beginRun = statement<{ conversationId: string }, RunRow & { strikes: number }>(
  `UPDATE runs SET status = 'running', attempt = attempt + 1, started_at = COALESCE(started_at, NOW_MS)
   WHERE id = (SELECT runs.id FROM conversations JOIN runs ON conversation_id = conversations.id AND ${openRuns}
     WHERE conversations.id = $conversationId ORDER BY position LIMIT 1) AND status <> 'awaiting_human'
   RETURNING ${runColumns}, strikes`,
);
const takeLease = statement<
  { conversationId: string; holder: string; leaseMs: number; runId: string },
  { lease_fence: number }
>(
  `UPDATE conversations SET lease_holder = $holder, lease_until = STEADY_MS + $leaseMs, lease_fence = lease_fence + 1,
     lease_run_id = $runId, ready_at = 0
   WHERE id = $conversationId RETURNING lease_fence`,
);

/** What a claim would find. A read, so that idle processes do not contend for the right to write. */
export async function peekWork(
  queries: Queries,
  claimant: Claimant,
): Promise<{ leftBehind: boolean; queued: boolean }> {
  const row = await queries.first(peek, claimant);
  return { leftBehind: row?.stale === 1, queued: row?.queued === 1 };
}

export async function canClaim(
  queries: Queries,
  claimant: Claimant,
  conversationId: string,
): Promise<boolean> {
  return (await queries.first(peekOne, { ...claimant, conversationId })) !== undefined;
}

export async function claimRun(
  queries: Queries,
  claimant: Claimant,
  wanted: Wanted,
  { leaseMs, limits }: { leaseMs: number; limits: WorkLimits },
): Promise<ClaimedRun | undefined> {
  const { holder } = claimant;
  const conversation = await find(queries, claimant, wanted);
  if (!conversation) return undefined;
  const { id: conversationId, tenant_id: tenantId } = conversation;
  // One that was begun counts as being at work already.
  const isBegun = conversation.ready_at === 0;
  if (!isBegun && !(await hasRoomFor(queries, limits, { conversationId, tenantId }))) return undefined;
  const row = await queries.first(beginRun, { conversationId });
  if (!row) {
    await refreshConversation(queries, conversationId);
    return undefined;
  }
  const lease = await queries.first(takeLease, { conversationId, holder, leaseMs, runId: row.id });
  if (!lease) return undefined;
  const { strikes } = row;
  return { run: toRunRecord(row), lease: { conversationId, holder, fence: lease.lease_fence }, strikes };
}

async function find(queries: Queries, claimant: Claimant, wanted: Wanted): Promise<Found | undefined> {
  if (wanted === 'left behind') return queries.first(anyLeftBehind, claimant);
  if ('conversationId' in wanted) return queries.first(thisConversation, { ...claimant, ...wanted });
  const { tenantId, waitedMs, fullWorkflows } = wanted;
  if (fullWorkflows.length === 0) return queries.first(queuedOf, { ...claimant, tenantId, waitedMs });
  const full = JSON.stringify(fullWorkflows);
  return queries.first(queuedOfOthers, { ...claimant, tenantId, waitedMs, full });
}
