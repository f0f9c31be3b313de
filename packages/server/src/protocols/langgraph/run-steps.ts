import type { LangGraphState, Message, RunRecord } from '@cadence/contracts';
import { type CheckpointSummary, checkpointsOf, conversationState } from '@cadence/storage/checkpoints';
import type { DefinitionView } from '@cadence/workflow';
import type { Cadence } from '../../cadence.ts';
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
  { database }: Pick<Cadence, 'database'>,
  { id, conversationId }: RunRecord,
  view: DefinitionView | undefined,
) {
  let steps: CheckpointSummary[] = [];
  const nameOf = (nodeId: string) => view?.nodesById.get(nodeId)?.node.nodeName ?? nodeId;
  const messagesAt = async (checkpointId: string | null): Promise<Map<string, string>> => {
    const stored =
      checkpointId === null ? undefined : await conversationState(database, conversationId, checkpointId);
    const messages = stored ? readStepState(stored).messages : [];
    return new Map(messages.map((message) => [message.id, JSON.stringify(message)]));
  };
  return async (index: number): Promise<StoredStep | undefined> => {
    if (index >= steps.length) {
      steps = (await checkpointsOf(database, conversationId, id)).filter(({ node }) => node !== null);
    }
    const step = steps[index];
    const stored = step && (await conversationState(database, conversationId, step.checkpointId));
    if (!stored) return undefined;
    const state = readStepState(stored);
    const before = await messagesAt(stored.parentId);
    const added = state.messages.filter(
      (message) => message.id !== `${id}:input` && before.get(message.id) !== JSON.stringify(message),
    );
    return { values: valuesOf(state), state: toState(conversationId, stored, state, nameOf), added };
  };
}
