import { limitAnswer } from '../answers/limit-answer.ts';
import { degradeOnError } from './degrade-on-error.ts';
import type { NodeBehaviour, NodeResult } from './node-behaviour.ts';
import { responder } from './responder.ts';
import { spoken } from './spoken.ts';

/** Writes what can be said when a limit ended the work; without a model when there is no time left for one. */
export const suspend: NodeBehaviour<'SUSPEND'> = (setup) => {
  const respond = responder(setup, 'suspend');
  return async (state, context) => {
    const fixed = (): NodeResult => {
      const content = limitAnswer(state.turn.limit ?? 'maxAgentHops', state.turn.tone, state.messages);
      return { ...spoken(content, context), label: null };
    };
    const result =
      context.signal.aborted || context.tokensLeft() < 0
        ? fixed()
        : await degradeOnError<NodeResult>(
            context,
            () => respond(state, context),
            () => ({ ...fixed(), degraded: ['answer_without_model'] }),
          );
    return { ...result, status: 'suspended' };
  };
};
