// Okapi BM25: a word counts more the rarer it is, and less with each repetition and in longer documents.
import { tokenise } from './tokenise.ts';

export interface Match {
  id: string;
  score: number;
}

export interface TextIndex {
  /** Adds a document, or replaces the one with the same id. */
  put: (id: string, title: string, text: string) => void;
  remove: (id: string) => void;
  /** The documents with any of the terms, best first. */
  search: (terms: readonly string[], limit: number) => Match[];
}

const repetition = 1.2;
const lengthMatters = 0.75;
// A word in the title is worth as much as that many in the text.
const titleWorth = 4;

interface Entry {
  counts: ReadonlyMap<string, number>;
  length: number;
}

export function createTextIndex(): TextIndex {
  const entries = new Map<string, Entry>();
  const holders = new Map<string, Set<string>>();
  let totalLength = 0;

  const remove = (id: string) => {
    const entry = entries.get(id);
    if (entry === undefined) return;
    entries.delete(id);
    totalLength -= entry.length;
    for (const term of entry.counts.keys()) {
      const ids = holders.get(term);
      ids?.delete(id);
      if (ids?.size === 0) holders.delete(term);
    }
  };

  const put = (id: string, title: string, text: string) => {
    remove(id);
    const entry = createEntry(title, text);
    entries.set(id, entry);
    totalLength += entry.length;
    for (const term of entry.counts.keys()) holders.set(term, (holders.get(term) ?? new Set()).add(id));
  };

  const scoreOf = ({ counts, length }: Entry, term: string): number => {
    const count = counts.get(term) ?? 0;
    const having = holders.get(term)?.size ?? 0;
    const rarity = Math.log(1 + (entries.size - having + 0.5) / (having + 0.5));
    const relativeLength = (length * entries.size) / totalLength;
    const damping = repetition * (1 - lengthMatters + lengthMatters * relativeLength);
    return (rarity * count * (repetition + 1)) / (count + damping);
  };

  const search = (terms: readonly string[], limit: number): Match[] => {
    const scores = new Map<string, number>();
    for (const term of terms) {
      for (const id of holders.get(term) ?? []) {
        const entry = entries.get(id);
        if (entry !== undefined) scores.set(id, (scores.get(id) ?? 0) + scoreOf(entry, term));
      }
    }
    const matches = [...scores].map(([id, score]) => ({ id, score }));
    // The id decides between equals, so that the order is the same each time.
    return matches.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, limit);
  };

  return { put, remove, search };
}

function createEntry(title: string, text: string): Entry {
  const counts = new Map<string, number>();
  const add = (term: string, worth: number) => counts.set(term, (counts.get(term) ?? 0) + worth);
  const words = tokenise(text);
  for (const word of words) add(word, 1);
  for (const word of tokenise(title)) add(word, titleWorth);
  return { counts, length: Math.max(words.length, 1) };
}
