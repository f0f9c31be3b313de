import { CadenceError, type ClaimedRun, type NewRun, type RunRecord } from '@cadence/contracts';
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
import type { NewRunParams } from './new-run.ts';

const runByKey = statement<{ tenantId: string; ownerId: string; idempotencyKey: string }, RunRow>(
  `SELECT ${runColumns} FROM runs
   WHERE tenant_id = $tenantId AND owner_id = $ownerId AND idempotency_key = $idempotencyKey`,
);
const runById = statement<{ id: string }, RunRow>(`SELECT ${runColumns} FROM runs WHERE id = $id`);
type NewConversation = { id: string; tenantId: string; ownerId: string; title: string };
const makeConversation = statement<NewConversation>(
  `INSERT INTO conversations (id, tenant_id, owner_id, title_json, metadata_json, created_at, updated_at,
     last_position, lease_until, lease_fence, workflows_json)
   VALUES ($id, $tenantId, $ownerId, $title, '{}', NOW_MS, NOW_MS, 0, 0, 0, '${noWorkflows}')
   ON CONFLICT (id) DO NOTHING`,
);
const makeBegun = statement<NewConversation & Beginner & { runId: string; workflows: string | null }>(
  `INSERT INTO conversations (id, tenant_id, owner_id, title_json, metadata_json, created_at, updated_at, active_at,
     last_position, ready_at, lease_holder, lease_until, lease_fence, lease_run_id, workflows_json)
   VALUES ($id, $tenantId, $ownerId, $title, '{}', NOW_MS, NOW_MS, NOW_MS,
     1, 0, $holder, STEADY_MS + $leaseMs, 1, $runId, $workflows)
   ON CONFLICT (id) DO NOTHING`,
);
const insertAs = ({ status, attempt, startedAt }: { status: string; attempt: number; startedAt: string }) =>
  statement<NewRunParams & { position: number }, RunRow>(
    `INSERT INTO runs (id, tenant_id, owner_id, conversation_id, position, workflow_id, workflow_version,
       idempotency_key, input_json, input_message_json, tone, model, metadata_json, terms_json, webhook_json, status,
       attempt, cancel_requested, rollback_requested, created_at, queued_at, started_at)
     VALUES ($id, $tenantId, $ownerId, $conversationId, $position, $workflowId, $workflowVersion, $idempotencyKey,
       $input, $inputMessage, $tone, $model, $metadata, $terms, $webhook, '${status}',
       ${attempt}, 0, 0, NOW_MS, STEADY_MS + CAST($delayMs AS BIGINT), ${startedAt})
     RETURNING ${runColumns}`,
  );
const insertQueued = insertAs({ status: 'queued', attempt: 0, startedAt: 'NULL' });
const insertRunning = insertAs({ status: 'running', attempt: 1, startedAt: 'NOW_MS' });
type Taken = { id: string; position: number; workflows: string | null };
const took = `UPDATE conversations SET last_position = $position, updated_at = NOW_MS, active_at = NOW_MS,
     workflows_json = $workflows`;
const tookQueued = statement<Taken>(`${took}, ready_at = ${readyAt} WHERE id = $id`);
const tookRunning = statement<Taken & Beginner & { runId: string }, { lease_fence: number }>(
  `${took}, ready_at = 0, lease_holder = $holder, lease_until = STEADY_MS + $leaseMs, lease_fence = lease_fence + 1,
     lease_run_id = $runId WHERE id = $id RETURNING lease_fence`,
);

export interface AcceptedParams extends NewRunParams {
  /** The step that the conversation goes back to first; absent where it goes on from where it is. */
  back?: Awaited<ReturnType<typeof earlierStep>>;
}

/** The worker that would begin with the run. */
export type Beginner = { holder: string; leaseMs: number };

export interface AcceptedRun {
  run: RunRecord;
  /** The same, where the beginner has begun with it. */
  claimed?: ClaimedRun;
}

/**
 * Takes a message in, inside a transaction. Nothing is written when it is refused. If nothing is before it in its
 * conversation, the beginner has it at once: what `claimRuns` would do next, without looking for it.
 */
export async function acceptRun(
  queries: Queries,
  run: NewRun,
  { back, ...params }: AcceptedParams,
  beginner?: Beginner,
): Promise<AcceptedRun> {
  const known = await knownRun(queries, params, run.newConversation ?? false);
  if (known) return { run: known };
  const mayBegin = params.delayMs === 0 ? beginner : undefined;
  const conversation = await conversationFor(queries, params, mayBegin);
  await makeWay(queries, run);
  if (back !== undefined) await goBack(queries, params.conversationId, back);
  const position = conversation.lastPosition + 1;
  const begins = mayBegin !== undefined && conversation.isFree;
  const row = await queries.first(begins ? insertRunning : insertQueued, { ...params, position });
  if (!row) throw new CadenceError('INTERNAL', `The run "${run.id}" was not kept.`);
  await useFiles(queries, run.tenantId, params.conversationId, fileIds(run));
  const { id: runId, conversationId, workflowId } = params;
  const taken = {
    id: conversationId,
    position,
    workflows: withWorkflow(conversation.workflowsJson, workflowId),
  };
  const accepted = toRunRecord(row);
  if (!begins) {
    await queries.run(tookQueued, taken);
    return { run: accepted };
  }
  const fence =
    conversation.fence ?? (await queries.first(tookRunning, { ...taken, ...mayBegin, runId }))?.lease_fence;
  if (fence === undefined)
    throw new CadenceError('INTERNAL', `The conversation "${conversationId}" was not kept.`);
  const lease = { conversationId, holder: mayBegin.holder, fence };
  return { run: accepted, claimed: { run: accepted, lease, strikes: 0 } };
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

/** One that is new and can be begun with is made as it will be then, and has the fence of its lease. */
async function conversationFor(
  queries: Queries,
  params: NewRunParams,
  beginner: Beginner | undefined,
): Promise<LockedConversation & { fence?: number }> {
  const { id: runId, conversationId: id, tenantId, ownerId, title, workflowId } = params;
  const known = await lockConversation(queries, id);
  const workflows = withWorkflow(noWorkflows, workflowId);
  const made =
    !known &&
    (await (beginner
      ? queries.run(makeBegun, { id, tenantId, ownerId, title, ...beginner, runId, workflows })
      : queries.run(makeConversation, { id, tenantId, ownerId, title })));
  if (made) {
    const isNew = { tenantId, lastPosition: 0, workflowsJson: noWorkflows, isFree: true };
    return beginner ? { ...isNew, fence: 1 } : isNew;
  }
  // Another process may have made it meanwhile.
  const conversation = known ?? (await lockConversation(queries, id));
  if (conversation?.tenantId !== tenantId) throw idTaken('conversation', id);
  return conversation;
}

const fileIds = ({ inputParts = [] }: NewRun): string[] =>
  inputParts.flatMap((part) => (part.type === 'file' ? [part.fileId] : []));
