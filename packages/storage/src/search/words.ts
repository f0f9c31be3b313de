// What runs are found by, the same words on both databases.
import { hash } from 'node:crypto';
import { leastPart, wordList } from '@cadence-agents/contracts';

type Dialect = 'sqlite' | 'postgres';

/** Of a longer text the beginning is found. */
const MOST_TEXT = 20_000;
const MOST_ASKED = 20;

const wordsOf = (text: string): string[] => wordList(text.slice(0, MOST_TEXT));

export interface TextOwner {
  tenantId: string;
  ownerId?: string | undefined;
}

/** What a run has beside its texts, by kind. */
export interface Facts {
  tools: readonly string[];
  errors: readonly string[];
  tags: readonly string[];
}

/** Hardly a word of any text. */
const digestWord = (...of: readonly unknown[]): string =>
  `x${hash('sha256', JSON.stringify(of)).slice(0, 24)}`;

/** One that every run of a tenant, or of one of its people, has, in this part of the index. */
export const scopeWord = ({ tenantId, ownerId }: TextOwner, part: number): string =>
  digestWord(tenantId, ownerId ?? null, part);
const factWord = (kind: keyof Facts, value: string): string => digestWord(kind, value);

/**
 * The part of the index that a run is in. PostgreSQL reads all that has a word before it looks for the newest, so it is
 * asked part by part; SQLite reads the newest first.
 */
export const partOf = {
  sqlite: () => 0,
  postgres: (ordinal: number) => Math.floor(ordinal / PART),
};
export const PART = 65_536;

/** What a run is found by: its words, each once, what it had to do with, and whom it belongs to. */
export function indexedWords(
  owner: Required<TextOwner>,
  part: number,
  texts: readonly string[],
  facts: Facts,
): string[] {
  const scopes = [scopeWord({ tenantId: owner.tenantId }, part), scopeWord(owner, part)];
  return [...new Set([...scopes, ...factWords(facts), ...texts.flatMap(wordsOf)])];
}

const factWords = ({ tools, errors, tags }: Facts): string[] => [
  ...tools.map((each) => factWord('tools', each)),
  ...errors.map((each) => factWord('errors', each)),
  ...tags.map((each) => factWord('tags', each)),
];

const wholeWord = { sqlite: (each: string) => `"${each}"`, postgres: (each: string) => `'${each}'` };
const beginning = { sqlite: (each: string) => `"${each}"*`, postgres: (each: string) => `'${each}':*` };
const both = { sqlite: ' AND ', postgres: ' & ' };

export interface AskedWords {
  /** The query for runs that have all of it, in the database's own words. */
  match: string;
  /** The same among those of an owner, in a part of the index; without what may match many words, if there is more. */
  matchIn(owner: TextOwner, part: number): string;
}

/**
 * Runs whose texts have all words of what was asked for, the last one possibly in part, and all facts; nothing when
 * there is no word in a text.
 */
export function askedWords(
  dialect: Dialect,
  { text, facts }: { text?: string | undefined; facts: Facts },
): AskedWords | undefined {
  const words = text === undefined ? [] : wordsOf(text).slice(0, MOST_ASKED);
  if (text !== undefined && words.length === 0) return undefined;
  const last = words.at(-1);
  const inPart = last !== undefined && last.length >= leastPart ? words.pop() : undefined;
  const whole = [...factWords(facts), ...words].map(wholeWord[dialect]);
  const all = inPart === undefined ? whole : [...whole, beginning[dialect](inPart)];
  const candidates = dialect === 'sqlite' || whole.length === 0 ? all : whole;
  return {
    match: all.join(both[dialect]),
    matchIn: (owner, part) => [wholeWord[dialect](scopeWord(owner, part)), ...candidates].join(both[dialect]),
  };
}
