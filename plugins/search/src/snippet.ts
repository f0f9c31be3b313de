import type { DocumentText } from './read-text.ts';
import { tokenise } from './tokenise.ts';

const longest = 240;

/** The sentence with the most of the terms; of equal ones the first. The title is known already and is none. */
export function snippet({ title, text }: DocumentText, terms: readonly string[]): string {
  let best = '';
  let most = -1;
  for (const sentence of sentencesOf(text).filter((each) => each !== title)) {
    const words = new Set(tokenise(sentence));
    const found = terms.filter((term) => words.has(term)).length;
    if (found > most) [best, most] = [sentence, found];
    if (found === terms.length) break;
  }
  return shortened(best, terms);
}

function sentencesOf(text: string): string[] {
  const sentences = text
    .split(/(?<=[.!?。！？]["')\]]?)\s+|\n\s*\n|\n(?=\s*[-*|])/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim());
  return sentences.filter((sentence) => sentence !== '');
}

/** A piece of a long sentence around the first of the terms. */
function shortened(sentence: string, terms: readonly string[]): string {
  if (sentence.length <= longest) return sentence;
  const words = sentence.split(' ');
  const wanted = new Set(terms);
  const at = Math.max(
    words.findIndex((word) => tokenise(word).some((term) => wanted.has(term))),
    0,
  );
  const start = words.slice(0, at).join(' ').length;
  const from = start < longest / 2 ? 0 : sentence.indexOf(' ', start - longest / 2) + 1;
  const piece = sentence.slice(from, from + longest);
  const ends = from + longest >= sentence.length;
  return `${from > 0 ? '…' : ''}${ends ? piece : piece.replace(/\s\S*$/, '')}${ends ? '' : '…'}`;
}
