// Where in its texts a run has the words that it was searched for.
import { leastPart, type PlacedWord, wordsIn } from './words.ts';

export interface Excerpt {
  of: 'question' | 'answer';
  text: string;
  /** The words that were found: where they begin and end in the text. */
  marks: [start: number, end: number][];
}

/**
 * The places of a run that have words of what was searched for.
 *
 * @example
 * const [excerpt] = excerptsOf({ input: 'Where is Genf?', answer: 'By a lake.' }, 'lake');
 * // { of: 'answer', text: 'By a lake.', marks: [[5, 9]] }
 */
export function excerptsOf(
  { input, answer }: { input: string; answer: string },
  searched: string,
): Excerpt[] {
  const isAsked = askedFor(searched);
  const excerpts = [excerptOf('question', input, isAsked), excerptOf('answer', answer, isAsked)];
  return excerpts.filter((each) => each !== null);
}

type IsAsked = (word: string) => boolean;

function askedFor(text: string): IsAsked {
  const words = wordsIn(text).map(({ word }) => word);
  const last = words.at(-1) ?? '';
  const whole = new Set(words);
  const isPart = last.length >= leastPart;
  return (word) => whole.has(word) || (isPart && word.startsWith(last));
}

/** Of a longer text no more is searched. */
const MOST_TEXT = 20_000;
const BEFORE = 60;
const LENGTH = 200;

/** The text around the first word that was asked for. */
function excerptOf(of: Excerpt['of'], whole: string, isAsked: IsAsked): Excerpt | null {
  const found = wordsIn(whole.slice(0, MOST_TEXT)).filter(({ word }) => isAsked(word));
  const [first] = found;
  if (!first) return null;
  const from = beginning(whole, first);
  const to = Math.max(ending(whole, from + LENGTH), first.end);
  const lead = from > 0 ? '…' : '';
  const text = `${lead}${whole.slice(from, to).toWellFormed()}${to < whole.length ? '…' : ''}`;
  const inside = found.filter(({ end }) => end <= to);
  return {
    of,
    text,
    marks: inside.map(({ start, end }) => [start - from + lead.length, end - from + lead.length]),
  };
}

/** At the beginning of a word, where one is near. */
function beginning(text: string, { start }: PlacedWord): number {
  if (start <= BEFORE) return 0;
  const space = text.indexOf(' ', start - BEFORE);
  return space >= 0 && space < start ? space + 1 : start;
}

function ending(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(' ', end);
  return space > end - BEFORE ? space : end;
}
