import { isInputOf, type LangGraphState, type Message, type RunRecord } from '@cadence-agents/contracts';
import type { DefinitionView } from '@cadence-agents/workflow';
import type { AppContext } from '../../../app/app-context.ts';
import { stateAfter, stateBefore, stepsOf } from '../../../app/conversation-states.ts';
import { inputId, inputState, originOf } from './input-state.ts';
import { readStepState, toState } from './step-state.ts';

/** What a step of a run left behind. */
export interface StoredStep {
  state: LangGraphState;
  /** The messages that it added or changed, without the one that it answers. */
  added: Message[];
  /** Ids of those that were there before. */
  known: ReadonlySet<string>;
}

/** The steps of a run by their number, from 0; `undefined` where nothing was stored, or was undone; and its input. */
export function runSteps(
  context: Pick<AppContext, 'store'>,
  run: RunRecord,
  view: DefinitionView | undefined,
) {
  let steps: Awaited<ReturnType<typeof stepsOf>> = [];
  const nameOf = (nodeId: string) => view?.nodesById.get(nodeId)?.node.nodeName ?? nodeId;
  const messagesAt = async (checkpointId: string | null): Promise<Map<string, string>> => {
    const stored = checkpointId === null ? undefined : await stateAfter(context, run, checkpointId);
    return new Map(stored?.messages.map((message) => [message.id, JSON.stringify(message)]));
  };
  const step = async (index: number): Promise<StoredStep | undefined> => {
    if (index >= steps.length) {
      steps = (await stepsOf(context, run)).filter(({ node }) => node !== null);
    }
    const taken = steps[index];
    const stored = taken && (await stateAfter(context, run, taken.checkpointId));
    if (!stored) return undefined;
    const state = readStepState(stored, nameOf);
    const before = await messagesAt(stored.parentId);
    const added = state.messages.filter(
      (message) => !isInputOf(run, message.id) && before.get(message.id) !== JSON.stringify(message),
    );
    const firstParent = run.start ? (originOf(run) ?? stored.parentId) : inputId(run);
    const shown = { ...stored, ...(index === 0 && { parentId: firstParent }) };
    const known = new Set(added.map(({ id }) => id).filter((id) => before.has(id)));
    return { state: toState(run.conversationId, shown, state), added, known };
  };
  /** The state with the run's message, before the first step. */
  const input = async () => (run.start ? undefined : inputState(run, await stateBefore(context, run), view));
  return { step, input };
}
