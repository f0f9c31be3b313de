import { bytesOf, leastCompressed, textOf } from '../stored-bytes.ts';

/** A batch's text as its row has it: as it is, or compressed when it is long. */
export type StoredBody = { body: string | null; packed: Uint8Array | null };

export const storedBody = (text: string): StoredBody =>
  text.length < leastCompressed ? { body: text, packed: null } : { body: null, packed: bytesOf(text) };

export const bodyText = ({ body, packed }: StoredBody): string => body ?? (packed ? textOf(packed) : '');
