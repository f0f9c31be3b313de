import type { RunEvent, RunRecord } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { appendEvents } from '../events/append-events.ts';
import { lastSeq } from '../events/last-seq.ts';
import { type RunRow, runColumns, toRunRecord } from '../rows/run-row.ts';
import { addDelivery } from '../webhooks/add-delivery.ts';

const cancelRun = statement<{ id: string }, RunRow & { ordinal: number; webhook_json: string | null }>(
  `UPDATE runs SET status = 'cancelled', cancel_requested = 1, ended_at = NOW_MS
   WHERE id = $id RETURNING ordinal, webhook_json, ${runColumns}`,
);
const cancelHandoffs = statement<{ runId: string }>(
  `UPDATE handoffs SET status = 'cancelled' WHERE run_id = $runId AND status = 'waiting'`,
);

/** Ends a run that nobody works on, and writes the end of its log, so that whoever follows it sees the end. */
export async function cancelWaiting(queries: Queries, runId: string): Promise<RunRecord | undefined> {
  const row = await queries.first(cancelRun, { id: runId });
  if (!row) return undefined;
  await queries.run(cancelHandoffs, { runId });
  const record = toRunRecord(row);
  const end: RunEvent = {
    seq: (await lastSeq(queries, runId)) + 1,
    runId,
    time: record.endedAt ?? record.createdAt,
    node: null,
    type: 'on_run_end',
    data: { status: 'cancelled', answer: record.answer, usage: record.usage },
  };
  await appendEvents(queries, row, [end]);
  const { tenantId, ownerId, conversationId, status } = record;
  await addDelivery(queries, { tenantId, ownerId, runId, conversationId, status, webhook: row.webhook_json });
  return record;
}
