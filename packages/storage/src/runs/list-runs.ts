import type { Page, RunRecord, RunStore } from '@cadence/contracts';
import type { Queries } from '../database/database.ts';
import { isExactText } from '../exact-text.ts';
import { type Listing, readPage } from '../pages/read-page.ts';
import {
  isUnfinished,
  notCompleted,
  type RunRow,
  runColumns,
  toRunRecord,
  unfinished,
} from '../rows/run-row.ts';
import { inScopes, scopesParam } from '../rows/spoken-workflows.ts';
import { findRuns } from '../search/find-runs.ts';

type Filter = NonNullable<Parameters<RunStore['list']>[1]>;

const ofStatus = 'status = $status';
const ofOwner = 'owner_id = $ownerId';
const ofWorkflow = 'workflow_id = $workflowId';

const runInScopes = `EXISTS (SELECT 1 FROM conversations c WHERE c.id = looked.conversation_id AND ${inScopes('c')})`;
// In a long conversation, those that ended long ago are not looked through.
const open = `${unfinished} AND position > (SELECT ended_through FROM conversations WHERE id = $conversationId)`;

export async function listRuns(queries: Queries, tenantId: string, filter: Filter): Promise<Page<RunRecord>> {
  const { conversationId, status, workflowId, ownerId, after, text } = filter;
  if (text !== undefined) return findRuns(queries, tenantId, { ...filter, text });
  if (!isExactText(tenantId, conversationId, status, workflowId, ownerId, after))
    return { items: [], next: null };
  const { items, next } = await readPage<RunRow>(queries, listingOf(tenantId, filter), filter);
  return { items: items.map(toRunRecord), next };
}

function listingOf(tenantId: string, filter: Filter): Listing {
  const { conversationId, status, workflowId, ownerId, scopes } = filter;
  const filters = [
    ...(status === undefined ? [] : [ofStatus]),
    ...(ownerId === undefined ? [] : [ofOwner]),
    ...(workflowId === undefined ? [] : [ofWorkflow]),
    ...(scopes === undefined ? [] : [runInScopes]),
  ];
  const served = conversationId === undefined ? bestIndex(filter) : [];
  const position = status && isUnfinished(status) ? [open] : [];
  return {
    table: 'runs',
    columns: runColumns,
    // By position, which the index over a conversation's runs has in order.
    order: { column: conversationId === undefined ? 'ordinal' : 'position', newestFirst: true },
    indexed:
      conversationId === undefined
        ? ['tenant_id = $tenantId', ...served]
        : ['conversation_id = $conversationId', 'tenant_id = $tenantId', ...position],
    filters: filters.filter((each) => !served.includes(each)),
    params: {
      tenantId,
      conversationId: conversationId ?? null,
      status: status ?? null,
      workflowId: workflowId ?? null,
      ownerId: ownerId ?? null,
      scopes: scopesParam(scopes),
    },
  };
}

/** What leaves the fewest rows to look at. */
function bestIndex({ status, ownerId, workflowId }: Filter): string[] {
  if (status !== undefined && status !== 'completed') return [ofStatus, notCompleted];
  if (ownerId !== undefined) return [ofOwner];
  return workflowId === undefined ? [] : [ofWorkflow];
}
