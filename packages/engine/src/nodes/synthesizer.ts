import type { NodeBehaviour } from './node-behaviour.ts';
import { respondInWords } from './respond-in-words.ts';
import { responder } from './responder.ts';

/** Writes the answer from what the agents found. */
export const synthesizer: NodeBehaviour<'SYNTHESIZER'> = (setup) => {
  const respond = responder(setup, 'synthesize');
  return (state, context) => respondInWords(state, context, () => respond(state, context));
};
