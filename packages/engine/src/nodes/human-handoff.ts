import { handoffChoices } from '@cadence-agents/workflow';
import { limitQuestion, takeOverQuestion } from '../answers/handoff-question.ts';
import type { NodeBehaviour } from './node-behaviour.ts';

/** Asks a person, waits, and goes on with what they said. */
export const humanHandoff: NodeBehaviour<'HUMAN_HANDOFF'> = ({ node, view, config }) => {
  const choices = handoffChoices(view, node, config);
  const mustChoose = choices.length > 0 && !view.nodesById.get(node.id)?.always;

  return async (state, context) => {
    const answer = state.turn.handoffAnswer;
    if (!answer) {
      const { limit, handedOver } = state.turn;
      const asked = limit
        ? limitQuestion(limit, state.messages)
        : takeOverQuestion(handedOver?.reason, state.messages);
      const question = config.question ?? asked;
      return { label: null, interrupt: { question, ...(choices.length > 0 && { choices, mustChoose }) } };
    }
    return {
      messages: [{ id: context.newId(), role: 'user', content: answer.text }],
      turn: { answer: answer.text },
      label: answer.label ?? null,
    };
  };
};
