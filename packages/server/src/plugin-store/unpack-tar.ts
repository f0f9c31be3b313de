// As much of the tar format as packers write: files and folders, with long names in the ways of POSIX and GNU.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  type ArchiveEntry,
  largestContent,
  MOST_ENTRIES,
  refuseArchive,
  tooManyEntries,
} from './archive-limits.ts';

const BLOCK = 512;
/** A file has a header, and up to two of others that name it. */
const MOST_HEADERS = 3 * MOST_ENTRIES;
/** Of a name, or of records about a file. */
const LONGEST_RECORD = 64 * 1024;

/** The entries of a gzipped tar file. */
export async function tarEntries(archive: string, bytes: Buffer): Promise<ArchiveEntry[]> {
  const tar = await unzipped(archive, bytes);
  try {
    return [...entriesOf(tar)];
  } catch (error) {
    if (error instanceof TooMany) throw refuseArchive(archive, tooManyEntries);
    throw refuseArchive(archive, 'it is not a sound tar file, or is cut off', error);
  }
}

class TooMany extends Error {}

async function unzipped(archive: string, bytes: Buffer): Promise<Buffer> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: largestContent });
  } catch (cause) {
    const tooLarge = cause instanceof RangeError;
    throw refuseArchive(archive, tooLarge ? 'it holds too much' : 'it is not a gzipped tar file', cause);
  }
}

function* entriesOf(tar: Buffer): Generator<ArchiveEntry> {
  let named: { path?: string; size?: number } = {};
  let files = 0;
  for (let at = 0, headers = 1; ; headers++) {
    // What is left is not looked at: that could keep the process from everything else for seconds.
    if (files > MOST_ENTRIES || headers > MOST_HEADERS) throw new TooMany();
    const header = tar.subarray(at, at + BLOCK);
    if (header.length < BLOCK) throw new Error('no end mark');
    if (header.every((byte) => byte === 0)) return;
    if (octal(header, 148, 8) !== checksum(header)) throw new Error('wrong checksum');
    const type = String.fromCharCode(header[156] ?? 0);
    const size = named.size ?? octal(header, 124, 12);
    const content = tar.subarray(at + BLOCK, at + BLOCK + size);
    if (content.length < size) throw new Error('cut off');
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    if (/[xgL]/.test(type) && size > LONGEST_RECORD) throw new Error('no record');
    if (type === 'x') named = { ...named, ...extended(content) };
    else if (type === 'L') named = { ...named, path: text(content, 0, size) };
    else if (type !== 'g' || 'path' in extended(content)) {
      yield { name: named.path ?? nameOf(header), kind: kindOf(type), size, content: async () => content };
      named = {};
      files += 1;
    }
  }
}

function kindOf(type: string): ArchiveEntry['kind'] {
  if (type === '5') return 'folder';
  return type === '0' || type === '\0' ? 'file' : 'other';
}

function nameOf(header: Buffer): string {
  const name = text(header, 0, 100);
  const prefix = text(header, 257, 6) === 'ustar' ? text(header, 345, 155) : '';
  // GNU writes "ustar " and keeps times where POSIX has the prefix.
  return prefix === '' || header[262] !== 0 ? name : `${prefix}/${name}`;
}

/** Records of the form "length key=value\n", the length counting all of it. */
function extended(content: Buffer): { path?: string; size?: number } {
  const found: { path?: string; size?: number } = {};
  for (let at = 0; at < content.length; ) {
    const length = Number.parseInt(content.toString('latin1', at, at + 10), 10);
    if (!(length > 4)) throw new Error('no record');
    const [, key, value = ''] =
      /^\d+ ([^=]+)=([\s\S]*)\n$/.exec(content.toString('utf8', at, at + length)) ?? [];
    if (key === undefined) throw new Error('no record');
    if (key === 'path') found.path = value;
    if (key === 'size') found.size = Number(value);
    at += length;
  }
  if (found.size !== undefined && !(found.size >= 0)) throw new Error('no size');
  return found;
}

function text(bytes: Buffer, start: number, length: number): string {
  const field = bytes.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? field.length : end);
}

function octal(header: Buffer, start: number, length: number): number {
  const digits = text(header, start, length).trim();
  if (!/^[0-7]*$/.test(digits)) throw new Error('no number');
  return Number.parseInt(digits || '0', 8);
}

/** Of all bytes of the header, its own eight taken as blanks. */
function checksum(header: Buffer): number {
  let sum = 0;
  for (let index = 0; index < BLOCK; index++) sum += index >= 148 && index < 156 ? 32 : (header[index] ?? 0);
  return sum;
}
