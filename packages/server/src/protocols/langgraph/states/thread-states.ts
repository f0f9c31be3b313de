import {
  CadenceError,
  type ConversationRecord,
  type LangGraphState,
  type RunRecord,
} from '@cadence/contracts';
import type { AppContext } from '../../../app/app-context.ts';
import {
  type ConversationState,
  latestState,
  stateAfter,
  stateAt,
  stateHistory,
  stepsOf,
} from '../../../app/conversation-states.ts';
import type { PinnedViews } from '../../../app/pinned-views.ts';
import { emptyState, readStepState, type StepState, toState, valuesOf } from './step-state.ts';

/** The states of threads, as this API shows them. */
export interface ThreadStates {
  /** Where the thread stands. */
  latest(thread: ConversationRecord): Promise<LangGraphState>;
  at(thread: ConversationRecord, checkpointId: string): Promise<LangGraphState>;
  /** Newest first, those before a checkpoint when one is named. */
  history(thread: ConversationRecord, limit: number, before?: string): Promise<LangGraphState[]>;
  /** The values that a run has left, and what went wrong with it. */
  outcome(run: RunRecord): Promise<Record<string, unknown>>;
}

export function threadStates(context: Pick<AppContext, 'store'>, viewOf: PinnedViews): ThreadStates {
  /** With the names of the workflow that was at work. */
  const shown = async ({ id }: ConversationRecord, { state, run }: ConversationState, isLatest: boolean) => {
    const read = readStepState(state);
    const view = run && (await viewOf(run));
    const nameOf = (nodeId: string) => view?.nodesById.get(nodeId)?.node.nodeName ?? nodeId;
    return toState(id, state, isLatest ? asItStands(read, run) : read, nameOf);
  };
  return {
    async latest(thread) {
      const found = await latestState(context, thread);
      return found ? shown(thread, found, true) : emptyState(thread.id);
    },
    async at(thread, checkpointId) {
      const found = await stateAt(context, thread, checkpointId);
      if (found) return shown(thread, found, false);
      throw new CadenceError('NOT_FOUND', `The thread has no checkpoint "${checkpointId}".`, {
        hint: 'Take the id from its history.',
      });
    },
    async history(thread, limit, before) {
      const found = await stateHistory(context, thread, { limit, before });
      return Promise.all(found.map((each) => shown(thread, each, each.isLatest)));
    },
    async outcome(run) {
      const last = (await stepsOf(context, run)).at(-1);
      const stored = last && (await stateAfter(context, run, last.checkpointId));
      const values = stored ? valuesOf(asItStands(readStepState(stored), run)) : {};
      const error = run.error && { error: run.error.code, message: run.error.message };
      return { ...values, ...(error && { __error__: error }) };
    },
  };
}

/** A question is no longer open when its run was stopped after it was asked. */
function asItStands(state: StepState, run: RunRecord | undefined): StepState {
  const { messages, turn } = state;
  if (turn?.status !== 'awaiting_human' || !run || run.status === 'awaiting_human') return state;
  return { messages, turn: { ...turn, status: run.status } };
}
