// The states that a conversation went through. All of these take a record that another use case has returned: whoever
// has it was allowed to see it.
import type { ConversationRecord, RunRecord, StateRecord, StepRecord } from '@cadence-agents/contracts';
import type { AppContext } from './app-context.ts';

type Reading = Pick<AppContext, 'store'>;

/** A state, and the run that was at work when it was stored. */
export interface ConversationState {
  state: StateRecord;
  run: RunRecord | undefined;
}

export async function latestState(
  context: Reading,
  conversation: ConversationRecord,
): Promise<ConversationState | undefined> {
  const state = await context.store.states.latest(conversation.id);
  return state && withRun(context, conversation, state);
}

export async function stateAt(
  context: Reading,
  conversation: ConversationRecord,
  checkpointId: string,
): Promise<ConversationState | undefined> {
  const state = await context.store.states.at(conversation.id, checkpointId);
  return state && withRun(context, conversation, state);
}

/** Newest first, those before a checkpoint when one is named; `isLatest` tells where the conversation stands. */
export async function stateHistory(
  context: Reading,
  conversation: ConversationRecord,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<(ConversationState & { isLatest: boolean })[]> {
  const page = { limit, ...(before !== undefined && { before }) };
  const states = await context.store.states.history(conversation.id, page);
  return Promise.all(
    states.map(async (state, index) => ({
      ...(await withRun(context, conversation, state)),
      isLatest: before === undefined && index === 0,
    })),
  );
}

/** A run, and the state that it began with. */
export interface RunBeginning {
  run: RunRecord;
  /** Without the message of the run; `undefined` where nothing had been said. */
  before: StateRecord | undefined;
}

/** `undefined` when the conversation has no such run. */
export async function beginningOf(
  context: Reading,
  { id, tenantId }: ConversationRecord,
  runId: string,
): Promise<RunBeginning | undefined> {
  const run = await context.store.runs.get(tenantId, runId);
  return run?.conversationId === id ? { run, before: await stateBefore(context, run) } : undefined;
}

/** The state that a run began with, or will if it was the next one to begin. */
export async function stateBefore(context: Reading, run: RunRecord): Promise<StateRecord | undefined> {
  const { states } = context.store;
  const latest = await states.latest(run.conversationId);
  const [first] = await stepsOf(context, run);
  if (!first) return latest;
  return first.parentId === null ? undefined : states.at(run.conversationId, first.parentId);
}

/** The steps that a run took, oldest first; a step stands for the state after it. */
export function stepsOf({ store }: Reading, { id, conversationId }: RunRecord): Promise<StepRecord[]> {
  return store.states.list(conversationId, { runId: id });
}

export function stateAfter(
  { store }: Reading,
  { conversationId }: RunRecord,
  checkpointId: string,
): Promise<StateRecord | undefined> {
  return store.states.at(conversationId, checkpointId);
}

async function withRun(
  { store }: Reading,
  { tenantId }: ConversationRecord,
  state: StateRecord,
): Promise<ConversationState> {
  const run = state.turn ? await store.runs.get(tenantId, state.turn.runId) : undefined;
  return { state, run };
}
