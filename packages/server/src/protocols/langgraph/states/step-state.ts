// What this API calls a state: the values after a step.
import {
  answerFinish,
  type DegradedReason,
  type Handoff,
  type LangGraphCheckpoint,
  type LangGraphInterrupt,
  type LangGraphState,
  type Message,
  type StateRecord,
  type TurnState,
} from '@cadence-agents/contracts';
import { degradedReasons } from '@cadence-agents/engine';
import { type AskedQuestion, interruptOf } from './interrupts.ts';
import { toLangChain } from './langchain-messages.ts';

/** What of the turn is shown. */
export interface StepTurn extends Pick<TurnState, 'runId' | 'structured'> {
  /** Absent before the first step. */
  answer: string | undefined;
  /** Name of the node that comes next. */
  at: string;
  status: string;
  /** What a person is asked; `undefined` also where the run was only told to pause. */
  question: (AskedQuestion & { id: string; node: string }) | undefined;
  degraded: readonly DegradedReason[];
}

export interface StepState {
  messages: Message[];
  /** Absent before the first run. */
  turn: StepTurn | undefined;
}

/** `nameOf` gives the name of a node by its id. */
export function readStepState(
  { messages, turn }: Pick<StateRecord, 'messages' | 'turn'>,
  nameOf: (nodeId: string) => string,
): StepState {
  if (!turn) return { messages, turn: undefined };
  const { runId, answer, structured, status, handoff } = turn;
  const question = handoff && !handoff.pause ? questionIn(handoff, nameOf) : undefined;
  const at = nameOf(turn.at);
  return {
    messages,
    turn: { runId, answer, structured, status, at, question, degraded: degradedReasons(turn) },
  };
}

function questionIn(handoff: Handoff, nameOf: (nodeId: string) => string): StepTurn['question'] {
  const { nodeId, ...asked } = handoff;
  return { ...asked, node: nameOf(nodeId) };
}

export function valuesOf(state: StepState): Record<string, unknown> {
  const interrupts = interruptsOf(state);
  const { answer, structured = null } = state.turn ?? {};
  return {
    messages: messagesOf(state),
    ...(answer !== undefined && { answer }),
    ...(structured !== null && { structured }),
    ...(interrupts.length > 0 && { __interrupt__: interrupts }),
  };
}

/** The last message says when it breaks off. */
function messagesOf({ messages, turn }: StepState) {
  const shown = messages.map(toLangChain);
  const finish_reason = answerFinish(turn?.degraded ?? []);
  const last = shown.at(-1);
  if (finish_reason === 'stop' || last?.type !== 'ai') return shown;
  return [...shown.slice(0, -1), { ...last, response_metadata: { finish_reason } }];
}

function interruptsOf({ turn }: StepState): LangGraphInterrupt[] {
  return turn?.status === 'awaiting_human' && turn.question ? [interruptFor(turn.question)] : [];
}

function interruptFor({ id, node, ...asked }: NonNullable<StepTurn['question']>): LangGraphInterrupt {
  return interruptOf(id, node, asked);
}

export function checkpointOf(threadId: string, checkpointId: string | null): LangGraphCheckpoint {
  return { thread_id: threadId, checkpoint_ns: '', checkpoint_id: checkpointId, checkpoint_map: {} };
}

/** What of a step's record is shown beside its values. */
export type ShownStep = Pick<
  StateRecord,
  'checkpointId' | 'parentId' | 'step' | 'time' | 'runId' | 'node'
> & {
  source: StateRecord['source'] | 'input';
};

export function toState(threadId: string, stored: ShownStep, state: StepState): LangGraphState {
  const { turn } = state;
  const isOpen = turn?.status === 'running' || turn?.status === 'awaiting_human';
  const next = turn && isOpen ? [turn.at] : [];
  const interrupts = interruptsOf(state);
  return {
    values: valuesOf(state),
    next,
    tasks: next.map((name) => ({
      id: interrupts[0]?.id ?? `${stored.checkpointId}:${name}`,
      name,
      error: null,
      interrupts,
      checkpoint: null,
      state: null,
      result: null,
    })),
    metadata: {
      source: stored.source,
      step: stored.step,
      thread_id: threadId,
      ...(stored.runId !== null && { run_id: stored.runId }),
      ...(stored.node !== null && { node: stored.node }),
    },
    created_at: stored.time,
    checkpoint: checkpointOf(threadId, stored.checkpointId),
    parent_checkpoint: stored.parentId === null ? null : checkpointOf(threadId, stored.parentId),
    interrupts,
  };
}

/** A thread in which nothing has happened. */
export function emptyState(threadId: string): LangGraphState {
  return {
    values: {},
    next: [],
    tasks: [],
    metadata: {},
    created_at: null,
    checkpoint: checkpointOf(threadId, null),
    parent_checkpoint: null,
    interrupts: [],
  };
}
