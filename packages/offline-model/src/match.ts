import type { Signals } from './text/signals.ts';
import { shared, wordsOf } from './text/words.ts';

/** Something that can be chosen: a tool, or who goes on. */
export interface Choice {
  name: string;
  /** What it does, in as many words as are known of it. */
  description: string;
}

// A word of the name, or two of the description, or one that the text implies.
const enough = 2;
const askingIsWorth = 2;

/** How well a choice serves a piece of text; 0 when not well enough. */
export function matchScore(signals: Signals, choice: Choice): number {
  const name = wordsOf(choice.name.replace(/^goto_|_agent$/g, ''));
  const description = wordsOf(choice.description);
  const said = 3 * shared(signals.words, name) + shared(signals.words, description);
  const implied = 4 * shared(signals.implied, name) + 3 * shared(signals.implied, description);
  const score = said + implied;
  if (score >= enough) return score;
  const searches = name.has('search') || description.has('search');
  return signals.asksToKnow && searches ? askingIsWorth : 0;
}

/** The best choice for a piece of text; of equal ones the first. */
export function bestMatch<T extends Choice>(signals: Signals, choices: readonly T[]): T | undefined {
  let best: T | undefined;
  let highest = 0;
  for (const choice of choices) {
    const score = matchScore(signals, choice);
    if (score > highest) [best, highest] = [choice, score];
  }
  return best;
}
