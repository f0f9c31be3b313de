import {
  CadenceError,
  decodeStrict,
  encodeStrict,
  type HandoffRecord,
  type HandoffRequest,
  type HandoffStore,
  type RunRecord,
} from '@cadence/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isExactText } from '../exact-text.ts';
import { isoTime, isoTimeOrNull } from '../iso-time.ts';
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
const columns = `handoffs.id, handoffs.tenant_id, runs.owner_id, handoffs.run_id, handoffs.conversation_id,
  handoffs.request_json, handoffs.status, handoffs.answer_json, handoffs.created_at, handoffs.answered_at`;
const withRun = 'handoffs JOIN runs ON runs.id = handoffs.run_id';
const find = statement<{ tenantId: string; id: string }, HandoffRow>(
  `SELECT ${columns} FROM ${withRun} WHERE handoffs.tenant_id = $tenantId AND handoffs.id = $id`,
);
const listWaiting = statement<
  { tenantId: string; ownerId: string | null; scopes: string | null },
  HandoffRow
>(
  `SELECT ${columns} FROM ${withRun} JOIN conversations ON conversations.id = handoffs.conversation_id
   WHERE handoffs.tenant_id = $tenantId AND handoffs.status = 'waiting'
     AND (CAST($ownerId AS TEXT) IS NULL OR runs.owner_id = $ownerId) AND ${inScopes('conversations')}
   ORDER BY handoffs.ordinal`,
);
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
    async waiting(tenantId, { ownerId, scopes } = {}) {
      if (!isExactText(tenantId, ownerId)) return [];
      const params = { tenantId, ownerId: ownerId ?? null, scopes: scopesParam(scopes) };
      return (await database.all(listWaiting, params)).map(toRecord);
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
