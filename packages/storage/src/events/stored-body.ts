import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { CadenceError } from '@cadence-agents/contracts';

/** A batch's text as its row has it: as it is, or packed. */
export type StoredBody = { body: string | null; packed: Uint8Array | null };

// A whole run in one batch is worth packing; packing each of several short ones costs more than it saves.
const leastPacked = 3_500;
// Batches are short, and most of what packing them costs is memory to be had and cleared.
const small = { windowBits: 11, memLevel: 4, chunkSize: 2_048 };

export const storedBody = (text: string): StoredBody =>
  text.length < leastPacked
    ? { body: text, packed: null }
    : { body: null, packed: deflateRawSync(text, small) };

/** Whether the batch stands for all of its run, which were moved to the archive. */
export const isMoved = ({ body, packed }: StoredBody): boolean => body === null && packed === null;

export function bodyText({ body, packed }: StoredBody): string {
  if (body !== null || packed === null) return body ?? '';
  try {
    return inflateRawSync(packed, { windowBits: small.windowBits }).toString('utf8');
  } catch (cause) {
    throw new CadenceError('STORE_CORRUPT', 'A stored batch of events cannot be unpacked.', {
      hint: 'The database was changed from outside or is damaged: restore a backup.',
      cause,
    });
  }
}
