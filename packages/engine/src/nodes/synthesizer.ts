import type { NodeBehaviour } from './node-behaviour.ts';
import { responder } from './responder.ts';

/** Writes the answer from what the agents found. */
export const synthesizer: NodeBehaviour<'SYNTHESIZER'> = (setup) => responder(setup, 'synthesize');
