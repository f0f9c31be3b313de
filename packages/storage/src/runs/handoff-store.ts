import {
  CadenceError,
  decodeStrict,
  encodeStrict,
  type HandoffRecord,
  type HandoffRequest,
  type HandoffStore,
  type RowFilter,
  type RunRecord,
} from '@cadence-agents/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isExactText } from '../exact-text.ts';
import { isoTime, isoTimeOrNull } from '../iso-time.ts';
import { ofTenant } from '../pages/of-tenant.ts';
import { type Listing, readPage } from '../pages/read-page.ts';
import { lockConversation, refreshConversation } from '../rows/conversation-lock.ts';
import { type RunRow, runColumns, toRunRecord } from '../rows/run-row.ts';
import { inScopes, scopesParam } from '../rows/spoken-workflows.ts';

type HandoffRow = {
  id: string;
  tenant_id: string;
  owner_id: string;
  run_id: string;
  conversation_id: string;
  request_json: string;
  status: HandoffRecord['status'];
  answer_json: string | null;
  created_at: number;
  answered_at: number | null;
};

// A hand-off is whose its run is.
const ownerId = '(SELECT owner_id FROM runs WHERE runs.id = run_id)';
const columns = `id, tenant_id, ${ownerId} AS owner_id, run_id, conversation_id, request_json, status, answer_json,
  created_at, answered_at`;
const find = statement<{ tenantId: string; id: string }, HandoffRow>(
  `SELECT ${columns} FROM handoffs WHERE tenant_id = $tenantId AND id = $id`,
);
const handoffInScopes = `EXISTS (SELECT 1 FROM conversations c WHERE c.id = looked.conversation_id AND ${inScopes('c')})`;
const recordAnswer = statement<{ tenantId: string; id: string; answer: string }>(
  `UPDATE handoffs SET status = 'answered', answer_json = $answer, answered_at = NOW_MS
   WHERE tenant_id = $tenantId AND id = $id`,
);
const queueAnew = statement<{ tenantId: string; id: string }, RunRow>(
  `UPDATE runs SET status = 'queued', queued_at = STEADY_MS, ended_at = NULL
   WHERE tenant_id = $tenantId AND id = $id AND status = 'awaiting_human' RETURNING ${runColumns}`,
);

export function createHandoffStore(database: Database): HandoffStore {
  return {
    async waiting(tenantId, page = {}) {
      if (!isExactText(tenantId, page.ownerId, page.after)) return { items: [], next: null };
      const { items, next } = await readPage<HandoffRow>(database, waitingOf(tenantId, page), page);
      return { items: items.map(toRecord), next };
    },

    async ofConversation(tenantId, conversationId, page = {}) {
      if (!isExactText(tenantId, conversationId, page.after)) return { items: [], next: null };
      const { items, next } = await readPage<HandoffRow>(database, allOf(tenantId, conversationId), page);
      return { items: items.map(toRecord), next };
    },

    async get(tenantId, id) {
      if (!isExactText(tenantId, id)) return undefined;
      const row = await database.first(find, { tenantId, id });
      return row && toRecord(row);
    },

    async answer(tenantId, id, answer) {
      if (!isExactText(tenantId, id)) throw notWaiting(id);
      const text = encodeStrict(answer, 'answer', { optionalFields: true });
      return database.write((queries) => answerHandoff(queries, tenantId, id, text), { durable: true });
    },
  };
}

const waitingOf = (tenantId: string, { ownerId: owner, scopes }: RowFilter): Listing => ({
  table: 'handoffs',
  columns,
  order: { column: 'ordinal', newestFirst: false },
  indexed: [ofTenant, "status = 'waiting'"],
  filters: [
    ...(owner === undefined ? [] : [`${ownerId} = $ownerId`]),
    ...(scopes === undefined ? [] : [handoffInScopes]),
  ],
  params: { tenantId, ownerId: owner ?? null, scopes: scopesParam(scopes) },
});

const allOf = (tenantId: string, conversationId: string): Listing => ({
  table: 'handoffs',
  columns,
  order: { column: 'ordinal', newestFirst: true },
  indexed: ['conversation_id = $conversationId', 'tenant_id = $tenantId'],
  filters: [],
  params: { tenantId, conversationId },
});

async function answerHandoff(
  queries: Queries,
  tenantId: string,
  id: string,
  answer: string,
): Promise<RunRecord> {
  const found = await queries.first(find, { tenantId, id });
  if (!found) throw notWaiting(id);
  await lockConversation(queries, found.conversation_id);
  // Read again: another answer may have come until the lock was there.
  const handoff = await queries.first(find, { tenantId, id });
  if (handoff?.status !== 'waiting') throw notWaiting(id);
  await queries.run(recordAnswer, { tenantId, id, answer });
  const run = await queries.first(queueAnew, { tenantId, id: handoff.run_id });
  if (!run) throw notWaiting(id);
  await refreshConversation(queries, handoff.conversation_id);
  return toRunRecord(run);
}

function toRecord(row: HandoffRow): HandoffRecord {
  const request = decodeStrict<HandoffRequest>(row.request_json);
  return {
    id: row.id,
    tenantId: row.tenant_id,
    ownerId: row.owner_id,
    runId: row.run_id,
    conversationId: row.conversation_id,
    node: request.node,
    question: request.question,
    choices: request.choices ?? null,
    mustChoose: request.mustChoose ?? false,
    calls: request.calls ?? null,
    ...(request.pause && { pause: request.pause }),
    status: row.status,
    answer: row.answer_json === null ? null : decodeStrict<HandoffRecord['answer']>(row.answer_json),
    createdAt: isoTime(row.created_at),
    answeredAt: isoTimeOrNull(row.answered_at),
  };
}

function notWaiting(id: string): CadenceError {
  return new CadenceError('HANDOFF_NOT_WAITING', `The hand-off "${id}" does not wait for an answer.`, {
    hint: 'It may have been answered or called off already; look at the list of waiting hand-offs.',
    details: { id },
  });
}
