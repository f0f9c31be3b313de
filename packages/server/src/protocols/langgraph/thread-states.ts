import { CadenceError, type LangGraphState, type RunRecord } from '@cadence/contracts';
import { type ConversationState, checkpointsOf, conversationState } from '@cadence/storage/checkpoints';
import type { PinnedViews } from '../../app/pinned-views.ts';
import type { Cadence } from '../../cadence.ts';
import { emptyState, readStepState, type StepState, toState, valuesOf } from './step-state.ts';

interface Place {
  tenantId: string;
  threadId: string;
}

/** The states of threads, as this API shows them. */
export interface ThreadStates {
  /** Where the thread stands. */
  latest(place: Place): Promise<LangGraphState>;
  at(place: Place, checkpointId: string): Promise<LangGraphState>;
  /** Newest first, those before a checkpoint when one is named. */
  history(place: Place, limit: number, before?: string): Promise<LangGraphState[]>;
  /** The values that a run has left, and what went wrong with it. */
  outcome(run: RunRecord): Promise<Record<string, unknown>>;
}

export function threadStates({ store, database }: Cadence, viewOf: PinnedViews): ThreadStates {
  /** With the names of the workflow that was at work. */
  const shown = async ({ tenantId, threadId }: Place, stored: ConversationState, isLatest: boolean) => {
    const state = readStepState(stored);
    const run = state.turn && (await store.runs.get(tenantId, state.turn.runId));
    const view = run && (await viewOf(run));
    const nameOf = (id: string) => view?.nodesById.get(id)?.node.nodeName ?? id;
    return toState(threadId, stored, isLatest ? asItStands(state, run) : state, nameOf);
  };
  return {
    async latest(place) {
      const stored = await conversationState(database, place.threadId);
      return stored ? shown(place, stored, true) : emptyState(place.threadId);
    },
    async at(place, checkpointId) {
      const stored = await conversationState(database, place.threadId, checkpointId);
      if (stored) return shown(place, stored, false);
      throw new CadenceError('NOT_FOUND', `The thread has no checkpoint "${checkpointId}".`, {
        hint: 'Take the id from its history.',
      });
    },
    async history(place, limit, before) {
      const steps = (await checkpointsOf(database, place.threadId)).reverse();
      const at = before === undefined ? -1 : steps.findIndex(({ checkpointId }) => checkpointId === before);
      if (before !== undefined && at < 0) return [];
      const from = at + 1;
      const states: LangGraphState[] = [];
      for (const [index, { checkpointId }] of steps.slice(from, from + limit).entries()) {
        const stored = await conversationState(database, place.threadId, checkpointId);
        if (stored) states.push(await shown(place, stored, from + index === 0));
      }
      return states;
    },
    async outcome(run) {
      const last = (await checkpointsOf(database, run.conversationId, run.id)).at(-1);
      const stored = last && (await conversationState(database, run.conversationId, last.checkpointId));
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
