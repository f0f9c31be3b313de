import { findArithmetic } from './arithmetic.ts';
import { asksForDays, undatedEvent } from './dates.ts';
import { findTimes } from './times.ts';
import { wordsOf } from './words.ts';

/** A piece of text with the words it stands for, said or not: `2 + 2` is about calculating and adding. */
export interface Signals {
  text: string;
  words: ReadonlySet<string>;
  /** Words that what was written implies; they count more than those that were only mentioned. */
  implied: ReadonlySet<string>;
  /** Asks for knowledge, so that searching may help where nothing else does. */
  asksToKnow: boolean;
}

const operatorWords: readonly [RegExp, string][] = [
  [/\+/, 'add'],
  [/-/, 'subtract'],
  [/\*(?!\*)/, 'multiply'],
  [/\//, 'divide'],
  [/\^|\*\*/, 'power'],
];

export function readSignals(text: string): Signals {
  const implied = new Set<string>();
  const add = (meant: string) => {
    for (const word of wordsOf(meant)) implied.add(word);
  };
  const arithmetic = findArithmetic(text);
  if (arithmetic !== undefined) {
    implied.add('calculate');
    for (const [pattern, word] of operatorWords) if (pattern.test(arithmetic)) implied.add(word);
  }
  if (findTimes(text).length > 0 || /\b(?:what time|time is it)\b/i.test(text)) implied.add('time');
  if (/\btime difference\b/i.test(text)) add('time difference');
  if (/\bweather\b/i.test(text)) add('weather');
  if (asksForDays(text)) add('date difference');
  // What is asked for by that word, or what has to be known first.
  if (/^\W*(?:please )?(?:search|look up|look for)\b/i.test(text) || undatedEvent(text))
    implied.add('search');
  if (/\bwho am i\b/i.test(text)) implied.add('account');
  const aboutItself = /\b(you|your|yourself)\b/i.test(text);
  const asks = /^\W*(what|who|whom|whose|when|where|which|why|how|tell me|explain|describe)\b/i.test(text);
  return {
    text,
    words: wordsOf(text),
    implied,
    asksToKnow: asks && !aboutItself && arithmetic === undefined,
  };
}
