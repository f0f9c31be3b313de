import {
  type ClaimedDelivery,
  type DeliveryRecord,
  type DeliveryStore,
  decodeStrict,
  encodeStrict,
  type JsonObject,
  type Webhook,
} from '@cadence-agents/contracts';
import type { Database, Queries } from '../database/database.ts';
import { type NoParams, statement } from '../database/statement.ts';
import { isExactText } from '../exact-text.ts';
import { isoTime, isoTimeOrNull } from '../iso-time.ts';
import { ofTenant } from '../pages/of-tenant.ts';
import { readPage } from '../pages/read-page.ts';
import { inScopes, scopesParam } from '../rows/spoken-workflows.ts';

type DeliveryRow = {
  id: string;
  tenant_id: string;
  owner_id: string;
  run_id: string;
  conversation_id: string;
  webhook_json: string;
  event: DeliveryRecord['event'];
  status: DeliveryRecord['status'];
  attempts: number;
  due_at: number | null;
  response_status: number | null;
  error_json: string | null;
  created_at: number;
  delivered_at: number | null;
};

const columns = `id, tenant_id, owner_id, run_id, conversation_id, webhook_json, event, status, attempts, due_at,
  response_status, error_json, created_at, delivered_at`;

const find = statement<{ tenantId: string; id: string }, DeliveryRow>(
  `SELECT ${columns} FROM webhook_deliveries WHERE tenant_id = $tenantId AND id = $id`,
);
const due = statement<{ limit: number }, { id: string }>(
  `SELECT id FROM webhook_deliveries WHERE due_at <= NOW_MS ORDER BY due_at LIMIT $limit
   FOR NO KEY UPDATE SKIP LOCKED`,
);
const take = statement<{ id: string; leaseMs: number }, DeliveryRow & { body_json: string | null }>(
  `UPDATE webhook_deliveries SET attempts = attempts + 1, due_at = NOW_MS + $leaseMs
   WHERE id = $id RETURNING ${columns}, body_json`,
);
const untilNext = statement<NoParams, { waiting: number }>(
  `SELECT due_at - NOW_MS AS waiting FROM webhook_deliveries WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1`,
);
type Settled = {
  id: string;
  attempts: number;
  status: DeliveryRecord['status'];
  body: string | null;
  responseStatus: number | null;
  error: string | null;
  retryMs: number | null;
};
const settle = statement<Settled>(
  `UPDATE webhook_deliveries SET status = $status, body_json = $body, response_status = $responseStatus,
     error_json = $error, due_at = NOW_MS + $retryMs,
     delivered_at = CASE WHEN $status = 'delivered' THEN NOW_MS ELSE NULL END
   WHERE id = $id AND attempts = $attempts`,
);
const again = statement<{ tenantId: string; id: string }, DeliveryRow>(
  `UPDATE webhook_deliveries SET status = 'waiting', attempts = 0, due_at = NOW_MS, delivered_at = NULL
   WHERE tenant_id = $tenantId AND id = $id RETURNING ${columns}`,
);

export function createDeliveryStore(database: Database): DeliveryStore {
  return {
    async get(tenantId, id) {
      if (!isExactText(tenantId, id)) return undefined;
      const row = await database.first(find, { tenantId, id });
      return row && toRecord(row);
    },

    list: (tenantId, filter = {}) => listDeliveries(database, tenantId, filter),

    async claim(limit, leaseMs) {
      // Most of the time nothing is due, and that is to be found out without a transaction.
      const waiting = await database.first(untilNext, {});
      if (!waiting || waiting.waiting > 0) return { items: [], nextMs: waiting?.waiting ?? null };
      const items = await database.write((queries) => claimDue(queries, limit, leaseMs));
      const next = await database.first(untilNext, {});
      return { items, nextMs: next ? Math.max(0, next.waiting) : null };
    },

    async settle({ id, attempts }, { body, outcome, responseStatus, error, retryMs }) {
      const status = outcome === 'failed' && retryMs !== null ? 'waiting' : outcome;
      const row = {
        ...{ id, attempts, status, responseStatus, retryMs },
        body: body === null ? null : encodeStrict(body, 'body'),
        error: error === null ? null : encodeStrict(error, 'error'),
      };
      await database.write((queries) => queries.run(settle, row));
    },

    async redeliver(tenantId, id) {
      if (!isExactText(tenantId, id)) return undefined;
      const row = await database.write((queries) => queries.first(again, { tenantId, id }), {
        durable: true,
      });
      return row && toRecord(row);
    },
  };
}

async function claimDue(queries: Queries, limit: number, leaseMs: number): Promise<ClaimedDelivery[]> {
  const taken: ClaimedDelivery[] = [];
  for (const { id } of await queries.all(due, { limit })) {
    const row = await queries.first(take, { id, leaseMs });
    if (!row) continue;
    const body = row.body_json === null ? null : decodeStrict<JsonObject>(row.body_json);
    taken.push({ ...toRecord(row), body });
  }
  return taken;
}

const ofOwner = 'owner_id = $ownerId';
const ofStatus = 'status = $status';
const inConversation = `EXISTS (SELECT 1 FROM conversations c WHERE c.id = looked.conversation_id AND ${inScopes('c')})`;

async function listDeliveries(
  database: Database,
  tenantId: string,
  filter: NonNullable<Parameters<DeliveryStore['list']>[1]>,
): ReturnType<DeliveryStore['list']> {
  const { ownerId, scopes, runId, status, after } = filter;
  if (!isExactText(tenantId, ownerId, runId, after)) return { items: [], next: null };
  const { items, next } = await readPage<DeliveryRow>(
    database,
    {
      table: 'webhook_deliveries',
      columns,
      order: { column: 'ordinal', newestFirst: true },
      indexed: [ofTenant, ...(runId === undefined ? [] : ['run_id = $runId'])],
      filters: [
        ...(ownerId === undefined ? [] : [ofOwner]),
        ...(status === undefined ? [] : [ofStatus]),
        ...(scopes === undefined ? [] : [inConversation]),
      ],
      params: {
        tenantId,
        ownerId: ownerId ?? null,
        runId: runId ?? null,
        status: status ?? null,
        scopes: scopesParam(scopes),
      },
    },
    filter,
  );
  return { items: items.map(toRecord), next };
}

function toRecord(row: DeliveryRow): DeliveryRecord {
  const { url, format } = decodeStrict<Webhook>(row.webhook_json);
  return {
    ...{ id: row.id, tenantId: row.tenant_id, ownerId: row.owner_id, url, format },
    runId: row.run_id,
    conversationId: row.conversation_id,
    event: row.event,
    status: row.status,
    attempts: row.attempts,
    nextAt: isoTimeOrNull(row.due_at),
    responseStatus: row.response_status,
    error: row.error_json === null ? null : decodeStrict<string>(row.error_json),
    createdAt: isoTime(row.created_at),
    deliveredAt: isoTimeOrNull(row.delivered_at),
  };
}
