import { compressed, textOf } from '../stored-bytes.ts';

/** A batch's text as its row has it: as it is, or compressed. */
export type StoredBody = { body: string | null; packed: Uint8Array | null };

// About a page of SQLite's: what is longer takes one or two more. A run has few such batches, and they are read once.
const leastPacked = 1_024;

export const storedBody = (text: string): StoredBody =>
  text.length < leastPacked ? { body: text, packed: null } : { body: null, packed: compressed(text) };

export const bodyText = ({ body, packed }: StoredBody): string => body ?? (packed ? textOf(packed) : '');
