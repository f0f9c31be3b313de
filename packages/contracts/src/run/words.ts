// Words as texts are searched by them: without case and accents; scripts that set no spaces, letter by letter.

const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** So many letters of a word can stand for it: too many words begin with fewer. */
export const leastPart = 3;

export interface PlacedWord {
  word: string;
  /** Where it is in the text, in UTF-16 units. */
  start: number;
  end: number;
}

/**
 * The words of a text, in order.
 *
 * @example
 * const [first] = wordsIn('Zürich, again'); // { word: 'zurich', start: 0, end: 6 }
 */
export function wordsIn(text: string): PlacedWord[] {
  return Array.from(text.matchAll(word), ({ 0: found, index: start }) => ({
    word: folded(found),
    start,
    end: start + found.length,
  }));
}

/** The same without their places. ASCII text, which most is, need not be folded word by word. */
export const wordList = (text: string): string[] =>
  NOT_ASCII.test(text)
    ? wordsIn(text).map(({ word }) => word)
    : (text.toLowerCase().match(/[a-z0-9]+/g) ?? []);

const NOT_ASCII = /\P{ASCII}/u;

const plain = /^[a-z0-9]+$/i;
const folded = (text: string): string =>
  plain.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/[^\p{L}\p{N}]+/gu, '')
        .toLowerCase();
