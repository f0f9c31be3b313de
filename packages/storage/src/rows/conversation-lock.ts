// The conversation's row is the one lock of everything that happens in it; `ready_at` is what `claim` looks for.
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { unfinished } from './run-row.ts';

const lock = statement<
  { id: string },
  {
    tenant_id: string;
    last_position: number;
    workflows_json: string | null;
  }
>(`SELECT tenant_id, last_position, workflows_json FROM conversations WHERE id = $id FOR NO KEY UPDATE`);

export interface LockedConversation {
  tenantId: string;
  lastPosition: number;
  /** See `ConversationRecord.workflows`. */
  workflowsJson: string | null;
}

/** Since when the first unfinished run could be taken up: 0 if it was begun, nothing while it waits for a person. */
const readySince = (
  open: string,
) => `(SELECT CASE status WHEN 'running' THEN 0 WHEN 'queued' THEN queued_at END FROM runs
  WHERE conversation_id = conversations.id AND ${open} ORDER BY position LIMIT 1)`;
/** The position before that run, or the last one of all. */
const endedThrough = (open: string) => `COALESCE((SELECT position - 1 FROM runs
  WHERE conversation_id = conversations.id AND ${open} ORDER BY position LIMIT 1), last_position)`;

/** No run up to `ended_through` is unfinished, so a long conversation is not searched from its beginning. */
export const openRuns = `position > conversations.ended_through AND ${unfinished}`;
export const isAtRest = `NOT EXISTS (SELECT 1 FROM runs WHERE conversation_id = conversations.id AND ${openRuns})`;
export const readyAt = readySince(openRuns);
/** For the end of a run that was at work. */
export const runEnded = `ready_at = ${readyAt}, ended_through = ${endedThrough(openRuns)}`;

const refresh = statement<{ id: string }>(
  `UPDATE conversations SET updated_at = NOW_MS, ready_at = ${readySince(unfinished)},
     ended_through = ${endedThrough(unfinished)} WHERE id = $id`,
);

/** Keeps others from changing the conversation until the transaction ends. */
export async function lockConversation(
  queries: Queries,
  id: string,
): Promise<LockedConversation | undefined> {
  const row = await queries.first(lock, { id });
  return (
    row && {
      tenantId: row.tenant_id,
      lastPosition: row.last_position,
      workflowsJson: row.workflows_json,
    }
  );
}

/** To be called when the status of one of its runs has changed, in whatever way. */
export async function refreshConversation(queries: Queries, id: string): Promise<void> {
  await queries.run(refresh, { id });
}
