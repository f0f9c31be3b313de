import { randomUUID } from 'node:crypto';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';

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

/** A run, and who is told how it stands. */
interface ToldRun extends Pick<NewDelivery, 'tenantId' | 'ownerId' | 'runId' | 'conversationId'> {
  webhook: string | null;
  status: string;
}

/** Has it told that a run stands so, if somebody asked for that; in the transaction in which it does. */
export async function addDelivery(
  queries: Queries,
  { webhook, status: event, ...run }: ToldRun,
): Promise<void> {
  if (webhook === null) return;
  const id = `msg_${randomUUID().replaceAll('-', '')}`;
  await queries.run(insert, { ...run, id, webhook, event });
}
