// States that are not stored: what this API has before the first step of a run. A run's message is in its conversation
// from when it was sent, and the thread begins with nothing.
import {
  inputIdOf,
  type LangGraphState,
  type Message,
  type RunRecord,
  type StateRecord,
} from '@cadence-agents/contracts';
import type { DefinitionView } from '@cadence-agents/workflow';
import { z } from 'zod';
import { emptyState, toState } from './step-state.ts';

/** The state of a thread before anything was said. */
export const START = 'start';

const INPUT = 'input:';

export const inputId = ({ id }: Pick<RunRecord, 'id'>): string => `${INPUT}${id}`;

/** The run whose input the checkpoint is; `undefined` when it is another's. */
export const runOfInput = (checkpointId: string): string | undefined =>
  checkpointId.startsWith(INPUT) ? checkpointId.slice(INPUT.length) : undefined;

/** The message of a run, as it stands after what was said before. */
export function inputMessage(run: RunRecord, before: StateRecord | undefined): Message {
  const { id: runId, inputId: given, input: content, inputParts: parts } = run;
  const isTaken = before?.messages.some(({ id }) => id === given) ?? false;
  return { id: isTaken ? inputIdOf(runId) : given, role: 'user', content, ...(parts && { parts }) };
}

const originSchema = z.object({ from: z.string() });

/** The checkpoint that a run was told to go on from, where it was. */
export const originOf = ({ metadata }: RunRecord): string | undefined =>
  originSchema.safeParse(metadata.langgraph).data?.from;

/** With the run's message, about to begin. */
export function inputState(
  run: RunRecord,
  before: StateRecord | undefined,
  view: DefinitionView | undefined,
): LangGraphState {
  const entrypoint = view?.definition.entrypointNodeId ?? '';
  const at = view?.nodesById.get(entrypoint)?.node.nodeName ?? entrypoint;
  const none = { answer: undefined, structured: null, question: undefined, degraded: [] };
  const messages = [...(before?.messages ?? []), inputMessage(run, before)];
  const state = { messages, turn: { ...none, runId: run.id, at, status: 'running' } };
  return toState(run.conversationId, stepOf(run, before), state);
}

function stepOf(run: RunRecord, before: StateRecord | undefined) {
  return {
    checkpointId: inputId(run),
    parentId: originOf(run) ?? before?.checkpointId ?? START,
    step: before?.step ?? 0,
    source: 'input' as const,
    node: null,
    runId: run.id,
    time: run.createdAt,
  };
}

export function startState(threadId: string, time: string): LangGraphState {
  const state = emptyState(threadId);
  return {
    ...state,
    next: ['__start__'],
    metadata: { source: 'input', step: -1, thread_id: threadId },
    created_at: time,
    checkpoint: { ...state.checkpoint, checkpoint_id: START },
  };
}
