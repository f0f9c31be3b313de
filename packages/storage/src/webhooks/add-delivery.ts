import { randomUUID } from 'node:crypto';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { RunRow } from '../rows/run-row.ts';

type NewDelivery = {
  id: string;
  tenantId: string;
  ownerId: string;
  runId: string;
  conversationId: string;
  webhook: string;
  event: string;
};

const insert = statement<NewDelivery>(
  `INSERT INTO webhook_deliveries (id, tenant_id, owner_id, run_id, conversation_id, webhook_json, event, status,
     attempts, due_at, created_at)
   VALUES ($id, $tenantId, $ownerId, $runId, $conversationId, $webhook, $event, 'waiting', 0, NOW_MS, NOW_MS)`,
);

/** A run, and who is told when it ends. */
export type RunWithWebhook = RunRow & { webhook_json: string | null };

/** Has it told that a run stands so, if somebody asked for that; in the transaction in which it does. */
export async function addDelivery(queries: Queries, run: RunWithWebhook): Promise<void> {
  if (run.webhook_json === null) return;
  await queries.run(insert, {
    id: `msg_${randomUUID().replaceAll('-', '')}`,
    tenantId: run.tenant_id,
    ownerId: run.owner_id,
    runId: run.id,
    conversationId: run.conversation_id,
    webhook: run.webhook_json,
    event: run.status,
  });
}
