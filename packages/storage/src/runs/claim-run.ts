import type { ClaimedRun } from '@cadence/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { openRuns, refreshConversation } from '../rows/conversation-lock.ts';
import { type RunRow, runColumns, toRunRecord } from '../rows/run-row.ts';

const claimable = 'ready_at IS NOT NULL AND lease_until <= NOW_MS';

const anyConversation = statement<Record<string, never>, { id: string }>(
  `SELECT id FROM conversations WHERE ${claimable}
   ORDER BY ready_at, ordinal LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
);
const thisConversation = statement<{ conversationId: string }, { id: string }>(
  `SELECT id FROM conversations WHERE id = $conversationId AND ${claimable} FOR NO KEY UPDATE`,
);
const peek = statement<Record<string, never>, { found: number }>(
  `SELECT 1 AS found FROM conversations WHERE ${claimable} LIMIT 1`,
);
const peekOne = statement<{ conversationId: string }, { found: number }>(
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
  `UPDATE conversations SET lease_holder = $holder, lease_until = NOW_MS + $leaseMs, lease_fence = lease_fence + 1,
     lease_run_id = $runId, ready_at = 0
   WHERE id = $conversationId RETURNING lease_fence`,
);

/** Whether a claim would find something. A read, so that idle processes do not contend for the right to write. */
export async function canClaim(queries: Queries, conversationId: string | undefined): Promise<boolean> {
  const found =
    conversationId === undefined
      ? await queries.first(peek, {})
      : await queries.first(peekOne, { conversationId });
  return found !== undefined;
}

export async function claimRun(
  queries: Queries,
  holder: string,
  leaseMs: number,
  wanted: string | undefined,
): Promise<ClaimedRun | undefined> {
  const conversation =
    wanted === undefined
      ? await queries.first(anyConversation, {})
      : await queries.first(thisConversation, { conversationId: wanted });
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
