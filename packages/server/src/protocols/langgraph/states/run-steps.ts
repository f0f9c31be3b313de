import { isInputOf, type LangGraphState, type Message, type RunRecord } from '@cadence/contracts';
import type { DefinitionView } from '@cadence/workflow';
import type { AppContext } from '../../../app/app-context.ts';
import { stateAfter, stepsOf } from '../../../app/conversation-states.ts';
import { readStepState, toState, valuesOf } from './step-state.ts';

/** What a step of a run left behind. */
export interface StoredStep {
  values: Record<string, unknown>;
  state: LangGraphState;
  /** The messages that it added or changed, without the one that it answers. */
  added: Message[];
}

/** The steps of a run by their number, from 0; `undefined` where nothing was stored, or was undone. */
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
  return async (index: number): Promise<StoredStep | undefined> => {
    if (index >= steps.length) {
      steps = (await stepsOf(context, run)).filter(({ node }) => node !== null);
    }
    const step = steps[index];
    const stored = step && (await stateAfter(context, run, step.checkpointId));
    if (!stored) return undefined;
    const state = readStepState(stored);
    const before = await messagesAt(stored.parentId);
    const added = state.messages.filter(
      (message) => !isInputOf(run, message.id) && before.get(message.id) !== JSON.stringify(message),
    );
    return { values: valuesOf(state), state: toState(run.conversationId, stored, state, nameOf), added };
  };
}
