import type { NewRun } from '@cadence-agents/contracts';
import { encodeStrict } from '@cadence-agents/contracts';
import { exactId, exactText } from '../exact-text.ts';
import type { RunRow, StoredInput } from '../rows/run-row.ts';

export type NewRunParams = {
  id: string;
  tenantId: string;
  ownerId: string;
  conversationId: string;
  workflowId: string;
  workflowVersion: number | null;
  published: number | null;
  idempotencyKey: string | null;
  input: string;
  inputMessage: string | null;
  /** Of the conversation, if it begins with this run. */
  title: string;
  tone: NewRun['tone'];
  model: string | null;
  metadata: string;
  terms: string | null;
  delayMs: number;
  webhook: string | null;
};

/** Whether the version of the workflow that is published is the one that was when it was looked up. */
export const isCurrent = `(CAST($published AS INTEGER) IS NULL OR CAST($published AS INTEGER) = COALESCE(
     (SELECT published_version FROM workflows WHERE tenant_id = $tenantId AND id = $workflowId), 0))`;

/** The run's row, once it is sure that every field can be kept. */
export function newRunParams(run: NewRun): NewRunParams {
  return {
    id: exactId(run.id, 'id'),
    tenantId: exactId(run.tenantId, 'tenantId'),
    ownerId: exactId(run.ownerId, 'ownerId'),
    conversationId: exactId(run.conversationId, 'conversationId'),
    workflowId: exactId(run.workflowId, 'workflowId'),
    workflowVersion: run.workflowVersion,
    published: run.published ?? null,
    idempotencyKey: run.idempotencyKey === undefined ? null : exactId(run.idempotencyKey, 'idempotencyKey'),
    input: encodeStrict(run.input, 'input'),
    inputMessage: inputMessage(run),
    title: encodeStrict(titleOf(run.input), 'input'),
    tone: run.tone,
    model: run.model === undefined || run.model === null ? null : exactText(run.model, 'model'),
    metadata: encodeStrict(run.metadata ?? {}, 'metadata'),
    terms: termsOf(run),
    delayMs: run.delayMs ?? 0,
    webhook: run.webhook ? encodeStrict({ ...run.webhook }, 'webhook') : null,
  };
}

export type BegunAt = Pick<RunRow, 'position' | 'created_at' | 'started_at'>;

/** The row of a run that was begun as it was accepted: all of it is known, and to read it back would cost more. */
export const begunRow = (params: NewRunParams, at: BegunAt): RunRow => ({
  ...at,
  id: params.id,
  tenant_id: params.tenantId,
  owner_id: params.ownerId,
  conversation_id: params.conversationId,
  workflow_id: params.workflowId,
  workflow_version: params.workflowVersion,
  input_json: params.input,
  input_message_json: params.inputMessage,
  tone: params.tone,
  model: params.model,
  metadata_json: params.metadata,
  status: 'running',
  attempt: 1,
  cancel_requested: 0,
  rollback_requested: 0,
  answer_json: null,
  structured_json: null,
  degraded_json: null,
  usage_json: null,
  cost_nanos: null,
  error_json: null,
  handoff_json: null,
  terms_json: params.terms,
  ended_at: null,
  feedback: null,
  feedback_note_json: null,
  feedback_by: null,
  feedback_at: null,
});

function termsOf({ start, pauses, pins, terms }: NewRun): string | null {
  if (!start && !pauses && !pins && !terms) return null;
  const kept = {
    ...(start && { start }),
    ...(pauses && { pauses }),
    ...(pins && { pins }),
    ...(terms && { terms }),
  };
  return encodeStrict(kept, 'terms', { optionalFields: true });
}

/** What the message has beside its words. */
function inputMessage({ inputId: id, inputParts: parts }: NewRun): string | null {
  if (id === undefined && parts === undefined) return null;
  const stored: StoredInput = { ...(id !== undefined && { id }), ...(parts && { parts }) };
  return encodeStrict(stored, 'inputParts', { optionalFields: true });
}

const longestTitle = 80;

/** The first line, cut between characters. */
function titleOf(input: string): string {
  const [line = ''] = input.trim().split('\n', 1);
  const characters = Array.from(line.slice(0, 4 * longestTitle));
  if (characters.length <= longestTitle) return line;
  return `${characters.slice(0, longestTitle - 1).join('')}…`;
}
