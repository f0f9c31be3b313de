// Text that is kept in a column of its own, to be compared and looked up.
import { notStorable } from '@cadence-agents/contracts';

export const notExactText = 'has a NUL or half of a surrogate pair, which a database cannot keep';

// Three of them fit into one entry of a PostgreSQL index, which takes 2,704 bytes.
const longestId = 255;

/** Whether both databases keep the text as it is. */
export function isExactText(...texts: (string | undefined)[]): boolean {
  return texts.every((text) => text === undefined || (text.isWellFormed() && !text.includes('\0')));
}

export function exactText(text: string, path: string): string {
  if (!isExactText(text)) throw notStorable(path, notExactText);
  return text;
}

/** Text that rows are found by. */
export function exactId(id: string, path: string): string {
  if (id.length === 0) throw notStorable(path, 'is empty');
  if (id.length > longestId) throw notStorable(path, `is longer than ${longestId} characters`);
  return exactText(id, path);
}
