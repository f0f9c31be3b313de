// As much of the ZIP format as packers write: stored and deflated files, no encryption, no ZIP64.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { CadenceError } from '@cadence/contracts';
import { entryRefusal, largestContent, refuseArchive } from './archive-limits.ts';

interface ZipEntry {
  name: string;
  flags: number;
  method: number;
  packedSize: number;
  size: number;
  /** Of the file's own header, which its content follows. */
  offset: number;
  unixMode: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const [STORED, DEFLATED] = [0, 8];
const [FILE_KIND, LINK_KIND] = [0o170000, 0o120000];

export async function unpackZip(archive: string, bytes: Buffer, folder: string): Promise<void> {
  for (const { name, content } of contents(archive, bytes)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

/** Every file is read before the first is written. */
function contents(archive: string, bytes: Buffer): { name: string; content: Buffer }[] {
  try {
    const entries = entriesOf(bytes);
    const refusal = entries.map(refusalOf).find(Boolean);
    if (refusal) throw refuseArchive(archive, refusal);
    return entries
      .filter(({ name }) => !name.endsWith('/'))
      .map((entry) => ({ name: entry.name, content: contentOf(bytes, entry) }));
  } catch (error) {
    throw CadenceError.is(error) ? error : refuseArchive(archive, 'it is not a sound ZIP file', error);
  }
}

function entriesOf(bytes: Buffer): ZipEntry[] {
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(END);
  const end = bytes.lastIndexOf(mark);
  if (end === -1) throw new Error('no end record');
  let at = bytes.readUInt32LE(end + 16);
  return Array.from({ length: bytes.readUInt16LE(end + 10) }, () => {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Error('no entry');
    const nameLength = bytes.readUInt16LE(at + 28);
    const entry = {
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      packedSize: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      unixMode: bytes.readUInt32LE(at + 38) >>> 16,
      offset: bytes.readUInt32LE(at + 42),
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
    };
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    return entry;
  });
}

function refusalOf(
  { name, flags, method, size, unixMode }: ZipEntry,
  index: number,
  all: readonly ZipEntry[],
) {
  if ((unixMode & FILE_KIND) === LINK_KIND) return `it holds a link: ${name}`;
  if (flags & 1) return 'it is encrypted';
  if (method !== STORED && method !== DEFLATED) return `"${name}" is packed in a way that is not known`;
  const soFar = all.slice(0, index).reduce((sum, entry) => sum + entry.size, size);
  return soFar > largestContent ? 'it holds too much' : entryRefusal(name);
}

function contentOf(bytes: Buffer, { offset, packedSize, size, method }: ZipEntry): Buffer {
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const packed = bytes.subarray(start, start + packedSize);
  const content = method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  if (content.length !== size) throw new Error('another size than announced');
  return content;
}
