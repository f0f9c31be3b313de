import type { RunRecord, RunStore } from '@cadence/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isExactText } from '../exact-text.ts';
import { beyondAll, pageLimit } from '../page-limit.ts';
import { isUnfinished, type RunRow, runColumns, toRunRecord, unfinished } from '../rows/run-row.ts';
import { inScopes, scopesParam } from '../rows/spoken-workflows.ts';

type Filter = NonNullable<Parameters<RunStore['list']>[1]>;
type ListParams = {
  tenantId: string;
  status: string | null;
  workflowId: string | null;
  ownerId: string | null;
  scopes: string | null;
  after: string | null;
  limit: number;
};

const runInScopes = `(CAST($scopes AS TEXT) IS NULL OR EXISTS (
       SELECT 1 FROM conversations c WHERE c.id = runs.conversation_id AND ${inScopes('c')}))`;
const filtered = `(CAST($status AS TEXT) IS NULL OR status = $status)
     AND (CAST($workflowId AS TEXT) IS NULL OR workflow_id = $workflowId)
     AND (CAST($ownerId AS TEXT) IS NULL OR owner_id = $ownerId)
     AND ${runInScopes}`;

const ofTenant = statement<ListParams, RunRow>(
  `SELECT ${runColumns} FROM runs WHERE tenant_id = $tenantId
     AND ${filtered}
     AND ordinal < CASE WHEN CAST($after AS TEXT) IS NULL THEN ${beyondAll}
       ELSE (SELECT ordinal FROM runs WHERE tenant_id = $tenantId AND id = $after) END
   ORDER BY ordinal DESC LIMIT $limit`,
);
// By position, which the index over a conversation's runs has in order.
const ofConversation = (further = '') =>
  statement<ListParams & { conversationId: string }, RunRow>(
    `SELECT ${runColumns} FROM runs WHERE tenant_id = $tenantId AND conversation_id = $conversationId
       AND ${filtered} ${further}
       AND position < CASE WHEN CAST($after AS TEXT) IS NULL THEN ${beyondAll}
         ELSE (SELECT position FROM runs WHERE conversation_id = $conversationId AND id = $after) END
     ORDER BY position DESC LIMIT $limit`,
  );
const allOfConversation = ofConversation();
// In a long conversation, those that ended long ago are not looked through.
const unfinishedOfConversation = ofConversation(
  `AND ${unfinished} AND position > (SELECT ended_through FROM conversations WHERE id = $conversationId)`,
);

export async function listRuns(queries: Queries, tenantId: string, filter: Filter): Promise<RunRecord[]> {
  const { conversationId, status, workflowId, ownerId, scopes, after, limit } = filter;
  if (!isExactText(tenantId, conversationId, status, workflowId, ownerId, after)) return [];
  const params = {
    tenantId,
    status: status ?? null,
    workflowId: workflowId ?? null,
    ownerId: ownerId ?? null,
    scopes: scopesParam(scopes),
    after: after ?? null,
    limit: pageLimit(limit),
  };
  const inConversation = status && isUnfinished(status) ? unfinishedOfConversation : allOfConversation;
  const rows =
    conversationId === undefined
      ? await queries.all(ofTenant, params)
      : await queries.all(inConversation, { ...params, conversationId });
  return rows.map(toRunRecord);
}
