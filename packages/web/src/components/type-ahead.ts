import { type KeyboardEvent, useRef } from 'react';

/** After a while without a key a word begins anew. */
const WORD_MS = 1_000;

/** Finds one of a list by its first letters, typed in a row; undefined for keys that mean something else. */
export function useTypeAhead(labels: readonly string[]) {
  const word = useRef({ typed: '', at: 0 });
  return ({ key, timeStamp }: KeyboardEvent, from: number): number | undefined => {
    const { typed, at } = word.current;
    const before = timeStamp - at < WORD_MS ? typed : '';
    if (key.length !== 1 || (key === ' ' && before === '')) return undefined;
    word.current = { typed: before + key, at: timeStamp };
    return findTyped(labels, before + key, from);
  };
}

/** The next that begins so, round the list: one letter over and over goes through all that begin with it. */
export function findTyped(labels: readonly string[], typed: string, from: number): number | undefined {
  const [first = ''] = typed;
  const isOneLetter = typed === first.repeat(typed.length);
  const start = (isOneLetter ? first : typed).toLowerCase();
  const offset = isOneLetter ? from + 1 : from;
  for (let step = 0; step < labels.length; step += 1) {
    const at = (offset + step + labels.length) % labels.length;
    if (labels[at]?.toLowerCase().startsWith(start)) return at;
  }
  return undefined;
}
