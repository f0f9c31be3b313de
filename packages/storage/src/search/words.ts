// What texts are found by, the same words on both databases.
import { createHash } from 'node:crypto';
import { wordsIn } from '@cadence/contracts';

/** Of a longer text the beginning is found. */
const MOST_TEXT = 20_000;
const MOST_ASKED = 20;

const wordsOf = (text: string): string[] => wordsIn(text.slice(0, MOST_TEXT)).map(({ word }) => word);

export interface TextOwner {
  tenantId: string;
  ownerId?: string | undefined;
}

/** A word that every text of a tenant, or of one of its people, has, and hardly another. */
function scopeWord({ tenantId, ownerId }: TextOwner): string {
  const digest = createHash('sha256').update(JSON.stringify([tenantId, ownerId ?? null]));
  return `x${digest.digest('hex').slice(0, 24)}`;
}

/** What a run is found by: its words, each once, and those of whom it belongs to. */
export function indexedWords(owner: Required<TextOwner>, texts: readonly string[]): string[] {
  const scopes = [scopeWord({ tenantId: owner.tenantId }), scopeWord(owner)];
  return [...new Set([...scopes, ...texts.flatMap(wordsOf)])];
}

const wholeWord = { sqlite: (each: string) => `"${each}"`, postgres: (each: string) => `'${each}'` };
const beginning = { sqlite: (each: string) => `"${each}"*`, postgres: (each: string) => `'${each}':*` };
const both = { sqlite: ' AND ', postgres: ' & ' };

/**
 * The query for texts that have all words of what was asked for, the last one possibly in part, in the database's own
 * words; nothing when there is no word in it.
 */
export function matchFor(
  dialect: 'sqlite' | 'postgres',
  owner: TextOwner,
  asked: string,
): string | undefined {
  const words = wordsOf(asked).slice(0, MOST_ASKED);
  const last = words.pop();
  if (last === undefined) return undefined;
  const whole = [scopeWord(owner), ...words].map(wholeWord[dialect]);
  return [...whole, beginning[dialect](last)].join(both[dialect]);
}
