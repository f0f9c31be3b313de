// As much of the ZIP format as packers write: stored and deflated files, no encryption, no ZIP64.
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { CadenceError } from '@cadence-agents/contracts';
import { type ArchiveEntry, refuseArchive } from './archive-limits.ts';

interface ZipEntry {
  name: string;
  flags: number;
  method: number;
  crc: number;
  packedSize: number;
  size: number;
  /** Of the file's own header, which its content follows. */
  offset: number;
  unixMode: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const FILE = 0x04034b50;
const [STORED, DEFLATED] = [0, 8];
const [KIND, NO_KIND, FILE_KIND, FOLDER_KIND] = [0o170000, 0, 0o100000, 0o040000];

/** The entries of a ZIP file; their content is unpacked when it is asked for. */
export function zipEntries(archive: string, bytes: Buffer): ArchiveEntry[] {
  try {
    return entriesOf(bytes).map((entry) => {
      if (entry.flags & 1) throw refuseArchive(archive, 'it is encrypted');
      if (entry.method !== STORED && entry.method !== DEFLATED)
        throw refuseArchive(archive, `"${entry.name}" is packed in a way that is not known`);
      const content = () => contentOf(bytes, entry).catch((error) => Promise.reject(unsound(archive, error)));
      return { name: entry.name, kind: kindOf(entry), size: entry.size, content };
    });
  } catch (error) {
    throw CadenceError.is(error) ? error : unsound(archive, error);
  }
}

const unsound = (archive: string, cause: unknown) =>
  refuseArchive(archive, 'it is not a sound ZIP file, or is cut off', cause);

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
      crc: bytes.readUInt32LE(at + 16),
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

function kindOf({ name, unixMode }: ZipEntry): ArchiveEntry['kind'] {
  const kind = unixMode & KIND;
  if (![NO_KIND, FILE_KIND, FOLDER_KIND].includes(kind)) return 'other';
  return kind === FOLDER_KIND || name.endsWith('/') ? 'folder' : 'file';
}

async function contentOf(bytes: Buffer, entry: ZipEntry): Promise<Buffer> {
  const { offset, packedSize, size, method, crc } = entry;
  if (bytes.readUInt32LE(offset) !== FILE) throw new Error('no file');
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const packed = bytes.subarray(start, start + packedSize);
  const content =
    method === STORED ? packed : await promisify(inflateRaw)(packed, { maxOutputLength: Math.max(1, size) });
  if (content.length !== size || crc32(content) !== crc) throw new Error('not what was announced');
  return content;
}
