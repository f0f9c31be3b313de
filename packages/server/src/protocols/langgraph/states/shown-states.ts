import type { ConversationRecord, LangGraphState, RunRecord, StateRecord } from '@cadence-agents/contracts';
import type { AppContext } from '../../../app/app-context.ts';
import { type ConversationState, stateAt } from '../../../app/conversation-states.ts';
import type { PinnedViews } from '../../../app/pinned-views.ts';
import { nextRunIn } from '../../../app/runs.ts';
import { inputId, inputState, originOf, startState } from './input-state.ts';
import { readStepState, type StepState, toState, valuesOf } from './step-state.ts';

type Reading = Pick<AppContext, 'store'>;

/** Stored states with the names of the workflow that was at work, and those between them that are not stored. */
export class ShownStates {
  readonly #context: Reading;
  readonly #viewOf: PinnedViews;

  constructor(context: Reading, viewOf: PinnedViews) {
    this.#context = context;
    this.#viewOf = viewOf;
  }

  /** The run's message in its conversation, before the first step. */
  async input(run: RunRecord, before: StateRecord | undefined): Promise<LangGraphState> {
    return inputState(run, before, await this.#viewOf(run));
  }

  /** The message of a run that is about to take its first step. */
  async pending(
    thread: ConversationRecord,
    latest: StateRecord | undefined,
  ): Promise<LangGraphState | undefined> {
    const run = await nextRunIn(this.#context, thread);
    return run && !run.start && latest?.turn?.runId !== run.id ? this.input(run, latest) : undefined;
  }

  async values(state: StateRecord, run: RunRecord): Promise<Record<string, unknown>> {
    return valuesOf(asItStands(readStepState(state, await this.#namesOf(run)), run));
  }

  /** Consecutive states, newest first; where one is the first of a run also what the run began with. */
  async withInputs(
    thread: ConversationRecord,
    states: readonly (ConversationState & { isLatest?: boolean })[],
  ): Promise<LangGraphState[]> {
    const shown: LangGraphState[] = [];
    for (let index = 0; index < states.length; index++) {
      const each = states[index];
      if (!each) break;
      const { state, run } = each;
      const before = states[index + 1] ?? (await this.#before(thread, state));
      const isFirst = run && state.runId === run.id && before?.state.runId !== run.id;
      if (!isFirst) {
        shown.push(await this.#shown(thread, each, state.parentId));
        continue;
      }
      const origin = originOf(run);
      shown.push(await this.#shown(thread, each, run.start ? (origin ?? state.parentId) : inputId(run)));
      if (!run.start) shown.push(await this.input(run, before?.state));
      if (!run.start && !before) shown.push(startState(thread.id, thread.createdAt));
      // The step by which the thread went back is told by where the run began.
      if (origin !== undefined && before?.state.source === 'fork') index++;
    }
    return shown;
  }

  async #shown(
    { id }: ConversationRecord,
    { state, run, isLatest = false }: ConversationState & { isLatest?: boolean },
    parentId: string | null,
  ): Promise<LangGraphState> {
    const read = readStepState(state, await this.#namesOf(run));
    return toState(id, { ...state, parentId }, isLatest ? asItStands(read, run) : read);
  }

  async #namesOf(run: RunRecord | undefined): Promise<(nodeId: string) => string> {
    const view = run && (await this.#viewOf(run));
    return (nodeId) => view?.nodesById.get(nodeId)?.node.nodeName ?? nodeId;
  }

  async #before(
    thread: ConversationRecord,
    { parentId }: StateRecord,
  ): Promise<ConversationState | undefined> {
    return parentId === null ? undefined : stateAt(this.#context, thread, parentId);
  }
}

/** A question is no longer open when its run was stopped after it was asked. */
function asItStands(state: StepState, run: RunRecord | undefined): StepState {
  const { messages, turn } = state;
  if (turn?.status !== 'awaiting_human' || !run || run.status === 'awaiting_human') return state;
  return { messages, turn: { ...turn, status: run.status } };
}
