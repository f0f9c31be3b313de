import { stem } from './stem.ts';

const unspaced = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}]';
// `3.7`, `c++` and `c#` are one word each.
const spaced = `(?:(?!${unspaced})[\\p{L}\\p{N}])+(?:\\.\\p{N}+)*(?:\\+\\+|#)?`;
const wordPattern = new RegExp(`${unspaced}+|${spaced}`, 'gu');
// Anything longer is data, and would only fill the index.
const longestWord = 50;
const startsUnspaced = new RegExp(`^${unspaced}`, 'u');

/** The words of a text as they are compared: lower case, without accents and endings. */
export function tokenise(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(wordPattern) ?? [];
  return words.flatMap((word) => {
    if (startsUnspaced.test(word)) return pairsOf(word);
    return word.length > longestWord ? [] : [stem(word)];
  });
}

/** Where no spaces tell words apart, each two letters are one. */
function pairsOf(word: string): string[] {
  const letters = [...word];
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}
