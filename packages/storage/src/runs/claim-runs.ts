import type { ClaimedRun, WorkLimits } from '@cadence-agents/contracts';
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

/** What is looked for: conversations, a tenant's next ones, or runs that were left behind. */
export type Wanted =
  | { conversationIds: readonly string[] }
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
type Limit = { most: number };
const anyLeftBehind = statement<Claimant & Limit, Found>(
  `SELECT ${found} FROM conversations WHERE ${leftBehind}
   ORDER BY lease_until LIMIT $most FOR NO KEY UPDATE SKIP LOCKED`,
);
const queuedOf = statement<Claimant & Limit & { tenantId: string; waitedMs: number }, Found>(
  `SELECT ${found} FROM conversations
   WHERE ${queuedForTenant} AND ${isFree}
   ORDER BY tenant_id, ready_at, ordinal LIMIT $most FOR NO KEY UPDATE SKIP LOCKED`,
);
const queuedOfOthers = statement<
  Claimant & Limit & { tenantId: string; waitedMs: number; full: string },
  Found
>(
  `SELECT ${found} FROM conversations WHERE id IN (
     SELECT id FROM (SELECT id, ended_through FROM conversations
       WHERE ${queuedForTenant} AND ${isFree}
       ORDER BY tenant_id, ready_at, ordinal LIMIT ${MOST_PASSED_OVER}) AS conversations
     WHERE (SELECT workflow_id FROM runs WHERE conversation_id = conversations.id AND ${openRuns}
       ORDER BY position LIMIT 1) NOT IN ITEMS_OF($full))
   AND ready_at > 0 AND ${isFree}
   ORDER BY ready_at, ordinal LIMIT $most FOR NO KEY UPDATE SKIP LOCKED`,
);
// Whoever has one of them locked takes it up, or says that there is something new when the lock is gone.
const ofConversations = statement<Claimant & Limit & { conversations: string }, Found>(
  `SELECT ${found} FROM conversations
   WHERE id IN ITEMS_OF($conversations) AND ready_at <= STEADY_MS AND ${isFree}
   ORDER BY ready_at, ordinal LIMIT $most FOR NO KEY UPDATE SKIP LOCKED`,
);
const peek = statement<Claimant, { stale: number | null; queued: number | null }>(
  `SELECT (SELECT 1 FROM conversations WHERE ${leftBehind}
       ORDER BY lease_until LIMIT 1) AS stale,
     (SELECT 1 FROM conversations WHERE ready_at > 0 AND ready_at <= STEADY_MS AND ${isFree} LIMIT 1) AS queued`,
);
const peekAt = statement<Claimant & { conversations: string }, { id: string }>(
  `SELECT id FROM conversations
   WHERE id IN ITEMS_OF($conversations) AND ready_at <= STEADY_MS AND ${isFree}`,
);
const firstRun = `(SELECT id FROM runs WHERE conversation_id = conversations.id AND ${openRuns}
     ORDER BY position LIMIT 1)`;
const beginRuns = statement<{ conversations: string }, RunRow & { strikes: number }>(
  `UPDATE runs SET status = 'running', attempt = attempt + 1, started_at = COALESCE(started_at, NOW_MS)
   WHERE id IN (SELECT ${firstRun} FROM conversations WHERE conversations.id IN ITEMS_OF($conversations))
     AND status <> 'awaiting_human'
   RETURNING ${runColumns}, strikes`,
);
const takeLeases = statement<
  { conversations: string; holder: string; leaseMs: number },
  { id: string; lease_fence: number }
>(
  `UPDATE conversations SET lease_holder = $holder, lease_until = STEADY_MS + $leaseMs, lease_fence = lease_fence + 1,
     lease_run_id = ${firstRun}, ready_at = 0
   WHERE id IN ITEMS_OF($conversations) RETURNING id, lease_fence`,
);

/** What a claim would find. A read, so that idle processes do not contend for the right to write. */
export async function peekWork(
  queries: Queries,
  claimant: Claimant,
): Promise<{ leftBehind: boolean; queued: boolean }> {
  const row = await queries.first(peek, claimant);
  return { leftBehind: row?.stale === 1, queued: row?.queued === 1 };
}

/** Those of the conversations that a claim would find. */
export async function claimable(
  queries: Queries,
  claimant: Claimant,
  conversationIds: readonly string[],
): Promise<string[]> {
  const conversations = JSON.stringify(conversationIds);
  return (await queries.all(peekAt, { ...claimant, conversations })).map(({ id }) => id);
}

interface Terms {
  leaseMs: number;
  limits: WorkLimits;
  most: number;
}

export async function claimRuns(
  queries: Queries,
  claimant: Claimant,
  wanted: Wanted,
  { leaseMs, limits, most }: Terms,
): Promise<ClaimedRun[]> {
  const free: string[] = [];
  for (const { id, tenant_id: tenantId, ready_at: readyAt } of await find(queries, claimant, wanted, most)) {
    // One that was begun counts as being at work already.
    const hasRoom = readyAt === 0 || (await hasRoomFor(queries, limits, { conversationId: id, tenantId }));
    if (hasRoom) free.push(id);
  }
  if (free.length === 0) return [];
  const begun = await queries.all(beginRuns, { conversations: JSON.stringify(free) });
  const claimed = await lease(queries, begun, { holder: claimant.holder, leaseMs });
  // What was to be done there is done, or waits for a person.
  const idle = free.filter((id) => !begun.some(({ conversation_id }) => conversation_id === id));
  for (const id of idle) await refreshConversation(queries, id);
  return claimed;
}

async function lease(
  queries: Queries,
  begun: readonly (RunRow & { strikes: number })[],
  { holder, leaseMs }: { holder: string; leaseMs: number },
): Promise<ClaimedRun[]> {
  if (begun.length === 0) return [];
  const conversations = JSON.stringify(begun.map(({ conversation_id }) => conversation_id));
  const leases = await queries.all(takeLeases, { conversations, holder, leaseMs });
  const fences = new Map(leases.map(({ id, lease_fence }) => [id, lease_fence]));
  return begun.flatMap((row) => {
    const { conversation_id: conversationId, strikes } = row;
    const fence = fences.get(conversationId);
    return fence === undefined
      ? []
      : [{ run: toRunRecord(row), lease: { conversationId, holder, fence }, strikes }];
  });
}

async function find(queries: Queries, claimant: Claimant, wanted: Wanted, most: number): Promise<Found[]> {
  if (wanted === 'left behind') return queries.all(anyLeftBehind, { ...claimant, most });
  if ('conversationIds' in wanted) {
    const conversations = JSON.stringify(wanted.conversationIds);
    return queries.all(ofConversations, { ...claimant, conversations, most });
  }
  const { tenantId, waitedMs, fullWorkflows } = wanted;
  if (fullWorkflows.length === 0) return queries.all(queuedOf, { ...claimant, tenantId, waitedMs, most });
  const full = JSON.stringify(fullWorkflows);
  return queries.all(queuedOfOthers, { ...claimant, tenantId, waitedMs, full, most });
}
