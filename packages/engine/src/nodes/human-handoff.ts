import { handoffChoices } from '@cadence/workflow';
import type { NodeBehaviour } from './node-behaviour.ts';

/** Asks a person, waits, and goes on with what they said. */
export const humanHandoff: NodeBehaviour<'HUMAN_HANDOFF'> = ({ node, view, config }) => {
  const choices = handoffChoices(view, node, config);
  const mustChoose = choices.length > 0 && !view.nodesById.get(node.id)?.always;

  return async (state, context) => {
    const answer = state.turn.handoffAnswer;
    if (!answer) {
      const question =
        config.question ?? state.turn.handedOver?.reason ?? 'A person is asked to take over here.';
      return { label: null, interrupt: { question, ...(choices.length > 0 && { choices, mustChoose }) } };
    }
    return {
      messages: [{ id: context.newId(), role: 'user', content: answer.text }],
      turn: { answer: answer.text },
      label: answer.label ?? null,
    };
  };
};
