import {
  CadenceError,
  type ConversationRecord,
  type LangGraphState,
  type Message,
  type RunRecord,
} from '@cadence-agents/contracts';
import type { AppContext } from '../../../app/app-context.ts';
import {
  beginningOf,
  type ConversationState,
  latestState,
  stateAfter,
  stateAt,
  stateHistory,
  stepsOf,
} from '../../../app/conversation-states.ts';
import type { PinnedViews } from '../../../app/pinned-views.ts';
import { inputMessage, runOfInput, START, startState } from './input-state.ts';
import { ShownStates } from './shown-states.ts';
import { emptyState } from './step-state.ts';

/** The states of threads, as this API shows them. */
export interface ThreadStates {
  /** Where the thread stands. */
  latest(thread: ConversationRecord): Promise<LangGraphState>;
  at(thread: ConversationRecord, checkpointId: string): Promise<LangGraphState>;
  /** Newest first, those before a checkpoint when one is named. */
  history(thread: ConversationRecord, limit: number, before?: string): Promise<LangGraphState[]>;
  /** The values that a run has left, and what went wrong with it. */
  outcome(run: RunRecord): Promise<Record<string, unknown>>;
  /** What a run that goes on from a checkpoint begins with. */
  place(thread: ConversationRecord, checkpointId: string | undefined): Promise<ThreadPlace>;
}

/** A state of a thread as a place to go on from. */
export interface ThreadPlace {
  isHead: boolean;
  /** The stored step, or `null` for the beginning. */
  checkpointId: string | null;
  /** What was said beside it. */
  messages: Message[];
  /** The run that was about to begin, or was at work, and has more to do there. */
  open: { run: RunRecord; turn: 'new' | 'kept' } | undefined;
}

export function threadStates(context: Pick<AppContext, 'store'>, viewOf: PinnedViews): ThreadStates {
  const shown = new ShownStates(context, viewOf);
  /** The run whose input a checkpoint is, and what it began with. */
  const began = async (thread: ConversationRecord, checkpointId: string | undefined) => {
    const runId = checkpointId === undefined ? undefined : runOfInput(checkpointId);
    return runId === undefined ? undefined : beginningOf(context, thread, runId);
  };
  return {
    async latest(thread) {
      const found = await latestState(context, thread);
      const input = await shown.pending(thread, found?.state);
      if (input) return input;
      const [latest] = found ? await shown.withInputs(thread, [{ ...found, isLatest: true }]) : [];
      return latest ?? emptyState(thread.id);
    },
    async at(thread, checkpointId) {
      if (checkpointId === START) return startState(thread.id, thread.createdAt);
      const beginning = await began(thread, checkpointId);
      if (beginning) return shown.input(beginning.run, beginning.before);
      const found = await stateAt(context, thread, checkpointId);
      const [state] = found ? await shown.withInputs(thread, [found]) : [];
      if (state) return state;
      throw noCheckpoint(checkpointId);
    },
    async history(thread, limit, before) {
      if (before === START) return [];
      const beginning = await began(thread, before);
      const start = startState(thread.id, thread.createdAt);
      if (beginning && !beginning.before) return [start];
      const last = beginning ? beginning.before?.checkpointId : before;
      const found = await stateHistory(context, thread, { limit, before: last });
      if (last === undefined) {
        const states = await shown.withInputs(thread, found);
        const input = await shown.pending(thread, found[0]?.state);
        return [...(input ? [input] : []), ...states, ...(input && !found[0] ? [start] : [])].slice(0, limit);
      }
      const first = await stateAt(context, thread, last);
      const states = await shown.withInputs(thread, first ? [first, ...found] : []);
      return states.slice(beginning ? 0 : 1).slice(0, limit);
    },
    async outcome(run) {
      const last = (await stepsOf(context, run)).at(-1);
      const stored = last && (await stateAfter(context, run, last.checkpointId));
      const error = run.error && { error: run.error.code, message: run.error.message };
      return { ...(stored && (await shown.values(stored, run))), ...(error && { __error__: error }) };
    },
    async place(thread, checkpointId) {
      const found = await latestState(context, thread);
      const headId = found?.state.checkpointId ?? null;
      if (checkpointId === undefined || checkpointId === headId)
        return { isHead: true, checkpointId: headId, messages: [], open: openAt(found) };
      if (checkpointId === START)
        return { isHead: !found, checkpointId: null, messages: [], open: undefined };
      const beginning = await began(thread, checkpointId);
      if (beginning) {
        const { run, before } = beginning;
        const place = { isHead: false, checkpointId: before?.checkpointId ?? null };
        return { ...place, messages: [inputMessage(run, before)], open: { run, turn: 'new' } };
      }
      const earlier = await stateAt(context, thread, checkpointId);
      if (!earlier) throw noCheckpoint(checkpointId);
      return { isHead: false, checkpointId, messages: [], open: openAt(earlier) };
    },
  };
}

/** The run that has more to do after this state. */
function openAt(found: ConversationState | undefined): ThreadPlace['open'] {
  const { state, run } = found ?? {};
  const status = state?.turn?.status;
  if (!run || status === undefined || status === 'completed' || status === 'suspended') return undefined;
  return { run, turn: 'kept' };
}

const noCheckpoint = (checkpointId: string) =>
  new CadenceError('NOT_FOUND', `The thread has no checkpoint "${checkpointId}".`, {
    hint: 'Take the id from its history.',
  });
