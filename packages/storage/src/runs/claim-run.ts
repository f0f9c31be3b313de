import type { ClaimedRun } from '@cadence/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { openRuns, refreshConversation } from '../rows/conversation-lock.ts';
import { type RunRow, runColumns, toRunRecord } from '../rows/run-row.ts';

/** Who claims. */
export type Claimant = {
  holder: string;
  /** Conversations, as a JSON list, that the holder has let go of without giving them back. */
  left: string;
};

// What a holder has itself it is not handed again, however late it is to renew: it is at work on it.
const claimable = `ready_at IS NOT NULL AND lease_until <= STEADY_MS
  AND (lease_holder IS NULL OR lease_holder <> $holder OR id IN ITEMS_OF($left))`;

const anyConversation = statement<Claimant, { id: string }>(
  `SELECT id FROM conversations WHERE ${claimable}
   ORDER BY ready_at, ordinal LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
);
const thisConversation = statement<Claimant & { conversationId: string }, { id: string }>(
  `SELECT id FROM conversations WHERE id = $conversationId AND ${claimable} FOR NO KEY UPDATE`,
);
const peek = statement<Claimant, { found: number }>(
  `SELECT 1 AS found FROM conversations WHERE ${claimable} LIMIT 1`,
);
const peekOne = statement<Claimant & { conversationId: string }, { found: number }>(
  `SELECT 1 AS found FROM conversations WHERE id = $conversationId AND ${claimable}`,
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

const release = statement<{ holder: string }>(
  'UPDATE conversations SET lease_until = 0 WHERE ready_at = 0 AND lease_holder = $holder',
);

/** Whether a claim would find something. A read, so that idle processes do not contend for the right to write. */
export async function canClaim(
  queries: Queries,
  claimant: Claimant,
  conversationId: string | undefined,
): Promise<boolean> {
  const found =
    conversationId === undefined
      ? await queries.first(peek, claimant)
      : await queries.first(peekOne, { ...claimant, conversationId });
  return found !== undefined;
}

/** Nobody needs to wait for the leases of processes that are known to have ended. */
export async function releaseDead(database: Database): Promise<void> {
  for (const holder of database.holders.dead()) {
    await database.run(release, { holder });
    database.holders.forget(holder);
  }
}

export async function claimRun(
  queries: Queries,
  claimant: Claimant,
  leaseMs: number,
  wanted: string | undefined,
): Promise<ClaimedRun | undefined> {
  const { holder } = claimant;
  const conversation =
    wanted === undefined
      ? await queries.first(anyConversation, claimant)
      : await queries.first(thisConversation, { ...claimant, conversationId: wanted });
  if (!conversation) return undefined;
  const conversationId = conversation.id;
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
