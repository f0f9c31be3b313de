import { shares } from '../window/context-window.ts';
import type { NodeBehaviour } from './node-behaviour.ts';
import { summarize } from './summarize.ts';

/** Takes the oldest turns into the summary once the conversation is too long. By then the answer has been given. */
export const summarizer: NodeBehaviour<'SUMMARIZER'> = (setup) => {
  const { timeoutMs = 20_000, model: name, prompt, instructions } = setup.config;
  const words = { prompt, instructions };
  const model = setup.model(name);
  return async (state, context) => {
    const summary = await summarize(state, context, { model, share: shares.history, timeoutMs, words });
    return summary ?? { label: null };
  };
};
