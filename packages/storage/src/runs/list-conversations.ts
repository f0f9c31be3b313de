import type {
  ConversationRecord,
  ConversationStatus,
  ConversationStore,
  Page,
} from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { isExactText } from '../exact-text.ts';
import { ofTenant } from '../pages/of-tenant.ts';
import { type Listing, LOOK_AT, readPage } from '../pages/read-page.ts';
import {
  activity,
  type ConversationRow,
  conversationColumns,
  toConversationRecord,
} from '../rows/conversation-row.ts';
import { notCompleted, unfinished } from '../rows/run-row.ts';
import { inScopes, scopesParam } from '../rows/spoken-workflows.ts';

type Filter = NonNullable<Parameters<ConversationStore['list']>[1]>;

// A value each, which no database makes a join of: there are few runs to look at for one conversation.
const openRun = (condition: string) => `(SELECT 1 FROM runs r WHERE r.conversation_id = looked.id
  AND r.position > looked.ended_through AND r.${condition} LIMIT 1)`;
const lastStatus = `(SELECT status FROM runs r WHERE r.conversation_id = looked.id
  ORDER BY position DESC LIMIT 1)`;
const waiting = openRun("status = 'awaiting_human'");
const ended = `${openRun(unfinished)} IS NULL`;

/** What is left to ask of those that were found as `foundBy` says: one with a run that waits is known to stand so. */
const standsAs: Record<ConversationStatus, readonly string[]> = {
  interrupted: [],
  busy: [`${waiting} IS NULL`],
  error: [ended, `${lastStatus} = 'failed'`],
  idle: [ended, `COALESCE(${lastStatus}, '') <> 'failed'`],
};

/**
 * Conversations of the latest runs of a status. In one for `$scopes` each run is of one of these workflows, so that the
 * conversations of all others need not be read.
 */
const withLatest = (status: string, inScope: boolean) => `SELECT conversation_id FROM (
  SELECT conversation_id, workflow_id FROM runs WHERE ${notCompleted} AND status = '${status}' AND tenant_id = $tenantId
  ORDER BY ordinal DESC LIMIT ${LOOK_AT}) AS ${status}${inScope ? ' WHERE workflow_id IN ITEMS_OF($scopes)' : ''}`;
/** Few stand in one of these ways, and are found by their runs; nearly all others are idle. */
const foundBy: Partial<Record<ConversationStatus, readonly string[]>> = {
  interrupted: ['awaiting_human'],
  busy: ['queued', 'running'],
  error: ['failed'],
};

export async function listConversations(
  queries: Queries,
  tenantId: string,
  filter: Filter,
): Promise<Page<ConversationRecord>> {
  if (!isExactText(tenantId, filter.ownerId, filter.after)) return { items: [], next: null };
  const { items, next } = await readPage<ConversationRow>(queries, listingOf(tenantId, filter), filter);
  return { items: items.map(toConversationRecord), next };
}

function listingOf(tenantId: string, { ownerId, scopes, status, ids, order }: Filter): Listing {
  const found = status && foundBy[status];
  const latest = found?.map((each) => withLatest(each, scopes !== undefined));
  const named = [
    ...(ids ? ['id IN ITEMS_OF($ids)'] : []),
    ...(latest ? [`id IN (${latest.join(' UNION ALL ')})`] : []),
  ];
  const whose = [ofTenant, ...(ownerId === undefined ? [] : ['owner_id = $ownerId'])];
  return {
    table: 'conversations',
    columns: conversationColumns,
    order:
      order === 'creation'
        ? { column: 'ordinal', newestFirst: true }
        : { column: activity, newestFirst: true, moves: true },
    // Those that are named are few, and SQLite would rather walk those of the tenant in their order.
    indexed: named.length > 0 ? named : whose,
    few: latest?.length === 1 || (ids !== undefined && ids.length <= LOOK_AT),
    filters: [
      ...(named.length > 0 ? whose : []),
      ...(scopes === undefined ? [] : [inScopes('looked')]),
      ...(status === undefined ? [] : standsAs[status]),
    ],
    params: {
      tenantId,
      ownerId: ownerId ?? null,
      scopes: scopesParam(scopes),
      ids: ids ? JSON.stringify(ids) : null,
    },
  };
}
