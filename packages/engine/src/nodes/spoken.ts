import type { AssistantMessage, TurnState } from '@cadence/contracts';
import type { NodeContext } from './node-behaviour.ts';

/** What a node says to the user: a message of its own, and the answer of the turn. */
export function spoken(
  answer: string,
  { newId, where }: NodeContext,
  /** Under which it was shown, where it was. */
  id = newId(),
): { messages: AssistantMessage[]; turn: Pick<TurnState, 'answer'> } {
  return {
    messages: [{ id, role: 'assistant', content: answer, agent: where.node }],
    turn: { answer },
  };
}
