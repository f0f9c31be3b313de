import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { CadenceError } from '@cadence-agents/contracts';

// Below this, compression gains too little for what it costs.
const leastCompressed = 4_096;
const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Text as it is written to the database; long text is compressed. JSON never begins like a compressed one. */
export function bytesOf(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  return bytes.length < leastCompressed ? bytes : zstdCompressSync(bytes);
}

export function textOf(stored: Uint8Array): string {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  if (!bytes.subarray(0, zstdMagic.length).equals(zstdMagic)) return bytes.toString('utf8');
  try {
    return zstdDecompressSync(bytes).toString('utf8');
  } catch (cause) {
    throw new CadenceError('STORE_CORRUPT', 'A stored checkpoint cannot be unpacked.', {
      hint: 'The database was changed from outside or is damaged: restore a backup.',
      cause,
    });
  }
}
