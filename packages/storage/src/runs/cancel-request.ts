import type { RunRecord } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { lockConversation, refreshConversation } from '../rows/conversation-lock.ts';
import { type RunRow, runColumns, toRunRecord } from '../rows/run-row.ts';
import { cancelWaiting } from './cancel-waiting.ts';

const findRun = statement<{ tenantId: string; id: string }, RunRow>(
  `SELECT ${runColumns} FROM runs WHERE tenant_id = $tenantId AND id = $id`,
);
const askToStop = statement<{ id: string }, RunRow>(
  `UPDATE runs SET cancel_requested = 1 WHERE id = $id RETURNING ${runColumns}`,
);

export async function cancelRequest(
  queries: Queries,
  tenantId: string,
  id: string,
): Promise<RunRecord | undefined> {
  const found = await queries.first(findRun, { tenantId, id });
  if (!found) return undefined;
  await lockConversation(queries, found.conversation_id);
  // Read again: it may have changed until the lock was there.
  const run = await queries.first(findRun, { tenantId, id });
  if (run?.status === 'queued' || run?.status === 'awaiting_human') {
    const cancelled = await cancelWaiting(queries, id);
    await refreshConversation(queries, run.conversation_id);
    return cancelled;
  }
  const row = run?.status === 'running' ? await queries.first(askToStop, { id }) : run;
  return row && toRunRecord(row);
}
