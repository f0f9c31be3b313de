// The files of a plugin as one gzipped tar: the same files give the same bytes.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type ArchiveEntry, archiveRefusal, largestArchive, refuseArchive } from './archive-limits.ts';

const BLOCK = 512;
const LONGEST_NAME = 100;

/** Packages that came along are packed too, where there is room: elsewhere they may not be to be had. */
export async function packPlugin(name: string, folder: string): Promise<Buffer> {
  const files = await filesIn(folder);
  const all = await pack(files);
  if (typeof all !== 'string') return all;
  const own = await pack(files.filter((file) => !file.name.split('/').includes('node_modules')));
  if (typeof own === 'string') throw refuseArchive(name, own);
  return own;
}

async function filesIn(folder: string): Promise<ArchiveEntry[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !path.split('/').includes('.git'))
    .sort();
  return Promise.all(
    paths.map(async (name) => {
      const path = join(folder, name);
      const { size } = await stat(path);
      return { name, kind: 'file' as const, size, content: () => readFile(path) };
    }),
  );
}

/** The archive, or why there can be none: whoever unpacks it has the same limits. */
async function pack(files: readonly ArchiveEntry[]): Promise<Buffer | string> {
  const refusal = archiveRefusal(files, Number.POSITIVE_INFINITY);
  if (refusal) return refusal;
  const blocks: Buffer[] = [];
  for (const { name, content } of files) blocks.push(...entry(name, await content()));
  const archive = await promisify(gzip)(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]));
  if (archive.length > largestArchive) return 'it is too large';
  return archiveRefusal(files, archive.length) ?? archive;
}

function entry(path: string, content: Buffer, type = '0'): Buffer[] {
  const name = Buffer.from(path);
  const long = name.length > LONGEST_NAME ? entry('././@LongLink', Buffer.from(`${path}\0`), 'L') : [];
  const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
  return [...long, header(name.subarray(0, LONGEST_NAME), content.length, type), content, padding];
}

function header(name: Buffer, size: number, type: string): Buffer {
  const block = Buffer.alloc(BLOCK);
  name.copy(block);
  block.write('0000644\0', 100);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write(`${'0'.repeat(11)}\0`, 136);
  // The sum is made with blanks in its own place.
  block.write('        ', 148);
  block.write(type, 156);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
