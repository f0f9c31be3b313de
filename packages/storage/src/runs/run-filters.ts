import type { RunFilter } from '@cadence-agents/contracts';
import type { Queries, SqlValue } from '../database/database.ts';
import { NANOS, unfinished } from '../rows/run-row.ts';
import { inScopes, scopesParam } from '../rows/spoken-workflows.ts';
import type { OrdinalRange } from './ordinals-between.ts';

export const ofConversation = 'conversation_id = $conversationId';
export const ofStatus = 'status = $status';
export const ofOwner = 'owner_id = $ownerId';
export const ofWorkflow = 'workflow_id = $workflowId';
export const ofFeedback = 'feedback = $feedback';
/** The same as `created_at`, by the order that the indexes have. */
export const fromFirst = 'ordinal >= $first';
export const untilEnd = 'ordinal < $end';

const runInScopes = `EXISTS (SELECT 1 FROM conversations c WHERE c.id = looked.conversation_id AND ${inScopes('c')})`;
const tokensOf = {
  sqlite: (field: string) => `json_extract(usage_json, '$.${field}')`,
  postgres: (field: string) => `CAST(CAST(usage_json AS JSON) ->> '${field}' AS BIGINT)`,
};

/** In a long conversation, those that ended long ago are not looked through. */
export const openInConversation = `${unfinished} AND position > (SELECT ended_through FROM conversations WHERE id = $conversationId)`;

/** What the filter asks of a run, as conditions on a row called `looked`. */
export function conditionsOf(filter: RunFilter, dialect: Queries['dialect']): string[] {
  const { conversationId, status, ownerId, workflowId, scopes, from, to, minTokens, minCost, feedback } =
    filter;
  const field = tokensOf[dialect];
  return [
    ...(conversationId === undefined ? [] : [ofConversation]),
    ...(status === undefined ? [] : [ofStatus]),
    ...(ownerId === undefined ? [] : [ofOwner]),
    ...(workflowId === undefined ? [] : [ofWorkflow]),
    ...(feedback === undefined ? [] : [ofFeedback]),
    ...(from === undefined ? [] : [fromFirst, 'created_at >= $from']),
    ...(to === undefined ? [] : [untilEnd, 'created_at < $to']),
    ...(minTokens === undefined
      ? []
      : [`usage_json IS NOT NULL AND ${field('inputTokens')} + ${field('outputTokens')} >= $minTokens`]),
    ...(minCost === undefined ? [] : ['cost_nanos >= $minCost']),
    ...(scopes === undefined ? [] : [runInScopes]),
  ];
}

export function filterParams(
  tenantId: string,
  filter: RunFilter,
  { first, end }: OrdinalRange,
): Record<string, SqlValue> {
  const { conversationId, status, ownerId, workflowId, scopes, from, to, minTokens, minCost, feedback } =
    filter;
  return {
    tenantId,
    ...{ conversationId: conversationId ?? null, status: status ?? null },
    ...{ workflowId: workflowId ?? null, ownerId: ownerId ?? null },
    ...{ first, end, from: timeOf(from), to: timeOf(to) },
    ...{ minTokens: minTokens ?? null, feedback: feedback ?? null },
    minCost: minCost === undefined ? null : Math.round(minCost * NANOS),
    scopes: scopesParam(scopes),
  };
}

const timeOf = (time: string | undefined): number | null => (time === undefined ? null : Date.parse(time));
