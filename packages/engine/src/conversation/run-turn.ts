// A turn kept in memory: what an embedding program, the command line and tests need. `worker.ts` runs stored ones.
import type { HandoffAnswer, Message, RunCounters, RunState, TurnState } from '@cadence-agents/contracts';
import { createEmitter, type EventSink } from '../events/emitter.ts';
import { forgivingLog, type Log, silentLog } from '../log.ts';
import * as machine from '../machine.ts';
import type { RunContext, Workflow } from '../runtime/runtime.ts';
import { checkEdits } from '../tools/approval.ts';
import { startDeadline } from './deadline.ts';
import { endOf, type TurnOutcome, turnOutcome } from './turn-outcome.ts';
import { answeredTurn, newTurn } from './turn-state.ts';

/** How a turn is run, whatever it starts from. */
export interface RunOptions {
  /** Gets every event as it happens. */
  onEvent?: EventSink;
  /** Cancels the run. */
  signal?: AbortSignal;
  userId?: string;
  conversationId?: string;
  /** What is known of the user. */
  profileOf?: RunContext['profileOf'];
  log?: Log;
  newId?: () => string;
  /** The clock, in milliseconds since the epoch. */
  now?: () => number;
}

export interface TurnInput extends RunOptions {
  message: string;
  /** The conversation so far. */
  history?: readonly Message[];
  /** The summary of what came before `history`: `state.turn.summary` of the last turn. */
  summary?: string;
  tone?: string | null;
  runId?: string;
}

export interface TurnResult extends TurnOutcome {
  runId: string;
  counters: RunCounters;
  /** The whole conversation after the turn. */
  messages: Message[];
  /** What `resumeTurn` goes on from. */
  state: RunState;
}

/** Answers one message. A failing model or tool is told in the result; only misuse throws. */
export async function runTurn(workflow: Workflow, input: TurnInput): Promise<TurnResult> {
  const newId = input.newId ?? machine.newId;
  const { messages, turn } = newTurn(workflow.definition, {
    runId: input.runId ?? newId(),
    message: input.message,
    messageId: newId(),
    tone: input.tone,
    summary: input.summary,
  });
  return run(workflow, { messages: [...(input.history ?? []), ...messages], turn }, input.message, input);
}

/** Goes on with a turn that waits for a person. */
export async function resumeTurn(
  workflow: Workflow,
  waiting: RunState,
  { handoffId, ...answer }: HandoffAnswer & { handoffId: string },
  options: RunOptions = {},
): Promise<TurnResult> {
  const turn = answeredTurn(waiting.turn, handoffId, answer);
  if (turn.handoffAnswer) checkEdits(waiting.turn.handoff?.calls ?? [], turn.handoffAnswer, workflow.tool);
  return run(workflow, { messages: waiting.messages, turn }, null, options);
}

async function run(
  workflow: Workflow,
  start: { messages: Message[]; turn: TurnState },
  input: string | null,
  options: RunOptions,
): Promise<TurnResult> {
  const { runId, tone } = start.turn;
  const deadline = startDeadline(workflow.limits.timeoutMs, options.signal);
  const events = createEmitter(runId, options.onEvent ?? (() => {}));
  const emit = events.for(null);
  emit('on_run_start', { workflowId: workflow.definition.id, input, tone });
  try {
    const state = await workflow.runtime.run(workflow, start, {
      runId,
      userId: options.userId,
      conversationId: options.conversationId,
      ...(options.profileOf && { profileOf: options.profileOf }),
      events,
      signal: deadline.signal,
      deadline: deadline.at,
      timedOut: deadline.timedOut,
      newId: options.newId ?? machine.newId,
      ...(options.now && { now: options.now }),
      log: options.log ? forgivingLog(options.log) : silentLog,
    });
    const outcome = turnOutcome(state.turn);
    emit('on_run_end', endOf(outcome));
    return { ...outcome, runId, counters: state.turn.counters, messages: state.messages, state };
  } finally {
    deadline.clear();
  }
}
