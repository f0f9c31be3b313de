// The conversation's row is the one lock of everything that happens in it; `ready_at` is what `claim` looks for.
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { unfinished } from './run-row.ts';

const lock = statement<{ id: string }, { tenant_id: string; last_position: number }>(
  'SELECT tenant_id, last_position FROM conversations WHERE id = $id FOR NO KEY UPDATE',
);

/** Since when the first unfinished run could be taken up: 0 if it was begun, nothing while it waits for a person. */
export const readyAt = `(SELECT CASE status WHEN 'running' THEN 0 WHEN 'queued' THEN queued_at END FROM runs
  WHERE conversation_id = conversations.id AND ${unfinished} ORDER BY position LIMIT 1)`;

const refresh = statement<{ id: string }>(
  `UPDATE conversations SET updated_at = NOW_MS, ready_at = ${readyAt} WHERE id = $id`,
);

/** Keeps others from changing the conversation until the transaction ends. */
export async function lockConversation(
  queries: Queries,
  id: string,
): Promise<{ tenantId: string; lastPosition: number } | undefined> {
  const row = await queries.first(lock, { id });
  return row && { tenantId: row.tenant_id, lastPosition: row.last_position };
}

/** To be called when the status of one of its runs has changed. */
export async function refreshConversation(queries: Queries, id: string): Promise<void> {
  await queries.run(refresh, { id });
}
