import type { NewRun } from '@cadence/contracts';
import { encodeStrict } from '@cadence/contracts';
import { exactId, exactText } from '../exact-text.ts';
import type { StoredInput } from '../rows/run-row.ts';

export type NewRunParams = {
  id: string;
  tenantId: string;
  ownerId: string;
  conversationId: string;
  workflowId: string;
  workflowVersion: number | null;
  idempotencyKey: string | null;
  input: string;
  inputMessage: string | null;
  /** Of the conversation, if it begins with this run. */
  title: string;
  tone: string;
  model: string | null;
  metadata: string;
  terms: string | null;
  delayMs: number;
  webhook: string | null;
};

/** The run's row, once it is sure that every field can be kept. */
export function newRunParams(run: NewRun): NewRunParams {
  return {
    id: exactId(run.id, 'id'),
    tenantId: exactId(run.tenantId, 'tenantId'),
    ownerId: exactId(run.ownerId, 'ownerId'),
    conversationId: exactId(run.conversationId, 'conversationId'),
    workflowId: exactId(run.workflowId, 'workflowId'),
    workflowVersion: run.workflowVersion,
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
