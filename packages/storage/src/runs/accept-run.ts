import { CadenceError, type NewRun, OtherVersion, type RunRecord } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { useFiles } from '../files/file-uses.ts';
import { idempotencyConflict } from '../idempotency/idempotency-conflict.ts';
import { type LockedConversation, lockConversation, readyAt } from '../rows/conversation-lock.ts';
import { idTaken } from '../rows/id-taken.ts';
import { type RunRow, runColumns, toRunRecord } from '../rows/run-row.ts';
import { noWorkflows, withWorkflow } from '../rows/spoken-workflows.ts';
import { type earlierStep, goBack } from '../states/go-back.ts';
import { makeWay } from './make-way.ts';
import { isCurrent, type NewRunParams } from './new-run.ts';

const runByKey = statement<{ tenantId: string; ownerId: string; idempotencyKey: string }, RunRow>(
  `SELECT ${runColumns} FROM runs
   WHERE tenant_id = $tenantId AND owner_id = $ownerId AND idempotency_key = $idempotencyKey`,
);
const current = statement<
  Pick<NewRunParams, 'tenantId' | 'workflowId'> & { published: number },
  { same: number }
>(`SELECT 1 AS same WHERE ${isCurrent}`);
const runById = statement<{ id: string }, RunRow>(`SELECT ${runColumns} FROM runs WHERE id = $id`);
const makeConversation = statement<{ id: string; tenantId: string; ownerId: string; title: string }>(
  `INSERT INTO conversations (id, tenant_id, owner_id, title_json, metadata_json, created_at, updated_at,
     last_position, lease_until, lease_fence, workflows_json)
   VALUES ($id, $tenantId, $ownerId, $title, '{}', NOW_MS, NOW_MS, 0, 0, 0, '${noWorkflows}')
   ON CONFLICT (id) DO NOTHING`,
);
const insertRun = statement<NewRunParams & { position: number }, RunRow>(
  `INSERT INTO runs (id, tenant_id, owner_id, conversation_id, position, workflow_id, workflow_version,
     idempotency_key, input_json, input_message_json, tone, model, metadata_json, terms_json, webhook_json, status,
     attempt, cancel_requested, rollback_requested, created_at, queued_at)
   VALUES ($id, $tenantId, $ownerId, $conversationId, $position, $workflowId, $workflowVersion, $idempotencyKey,
     $input, $inputMessage, $tone, $model, $metadata, $terms, $webhook, 'queued',
     0, 0, 0, NOW_MS, STEADY_MS + CAST($delayMs AS BIGINT))
   RETURNING ${runColumns}`,
);
const took = statement<{ id: string; position: number; workflows: string | null }>(
  `UPDATE conversations SET last_position = $position, updated_at = NOW_MS, active_at = NOW_MS,
     workflows_json = $workflows, ready_at = ${readyAt} WHERE id = $id`,
);

export interface AcceptedParams extends NewRunParams {
  /** The step that the conversation goes back to first; absent where it goes on from where it is. */
  back?: Awaited<ReturnType<typeof earlierStep>>;
}

/** Takes a message in, inside a transaction. Nothing is written when it is refused. */
export async function acceptRun(
  queries: Queries,
  run: NewRun,
  { back, ...params }: AcceptedParams,
): Promise<RunRecord> {
  const known = await knownRun(queries, params, run.newConversation ?? false);
  if (known) return known;
  await demandCurrent(queries, params);
  const conversation = await conversationFor(queries, params);
  await makeWay(queries, run);
  if (back !== undefined) await goBack(queries, params.conversationId, back);
  const position = conversation.lastPosition + 1;
  const row = await queries.first(insertRun, { ...params, position });
  if (!row) throw new CadenceError('INTERNAL', `The run "${run.id}" was not kept.`);
  await useFiles(queries, run.tenantId, params.conversationId, fileIds(run));
  await queries.run(took, {
    id: params.conversationId,
    position,
    workflows: withWorkflow(conversation.workflowsJson, params.workflowId),
  });
  return toRunRecord(row);
}

async function demandCurrent(
  queries: Queries,
  { tenantId, workflowId, published }: NewRunParams,
): Promise<void> {
  if (published === null || (await queries.first(current, { tenantId, workflowId, published }))) return;
  throw new OtherVersion(`Another version of the workflow "${workflowId}" was published.`);
}

/** The run that this request has already made: by its key, or because the same request is made again. */
async function knownRun(
  queries: Queries,
  params: NewRunParams,
  anyConversation: boolean,
): Promise<RunRecord | undefined> {
  const { id, tenantId, ownerId, idempotencyKey, conversationId, input } = params;
  const byKey = idempotencyKey && (await queries.first(runByKey, { tenantId, ownerId, idempotencyKey }));
  if (byKey) {
    if (!isSameRequest(byKey, params, anyConversation)) throw idempotencyConflict(idempotencyKey);
    return toRunRecord(byKey);
  }
  const byId = await queries.first(runById, { id });
  if (!byId) return undefined;
  const sameConversation = byId.tenant_id === tenantId && byId.conversation_id === conversationId;
  if (!sameConversation || byId.input_json !== input) throw idTaken('run', id);
  return toRunRecord(byId);
}

/** Version and metadata are left out: they are made from what is current when the request arrives. */
function isSameRequest(known: RunRow, params: NewRunParams, anyConversation: boolean): boolean {
  return (
    (anyConversation || known.conversation_id === params.conversationId) &&
    known.workflow_id === params.workflowId &&
    known.input_json === params.input &&
    known.input_message_json === params.inputMessage &&
    known.tone === params.tone &&
    known.model === params.model
  );
}

async function conversationFor(queries: Queries, params: NewRunParams): Promise<LockedConversation> {
  const { conversationId: id, tenantId, ownerId, title } = params;
  const known = await lockConversation(queries, id);
  const made = !known && (await queries.run(makeConversation, { id, tenantId, ownerId, title }));
  if (made) return { tenantId, lastPosition: 0, workflowsJson: noWorkflows };
  // Another process may have made it meanwhile.
  const conversation = known ?? (await lockConversation(queries, id));
  if (conversation?.tenantId !== tenantId) throw idTaken('conversation', id);
  return conversation;
}

export const fileIds = ({ inputParts = [] }: NewRun): string[] =>
  inputParts.flatMap((part) => (part.type === 'file' ? [part.fileId] : []));
