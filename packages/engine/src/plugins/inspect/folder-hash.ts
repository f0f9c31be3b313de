import { createHash, type Hash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

const skipped: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** sha256 over the names and contents of a folder's files, the same on every machine. */
export async function folderHash(folder: string): Promise<string> {
  const hash = createHash('sha256');
  await addFolder(hash, folder, '');
  return hash.digest('hex');
}

async function addFolder(hash: Hash, folder: string, prefix: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  const kept = entries.filter(({ name }) => !skipped.has(name));
  for (const entry of kept.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await addFolder(hash, path, `${prefix}${entry.name}/`);
    else await addFile(hash, entry, path, `${prefix}${entry.name}`);
  }
}

// Lengths stand between the parts, so that no two folders run together into the same bytes.
async function addFile(hash: Hash, entry: Dirent, path: string, name: string): Promise<void> {
  const content = entry.isSymbolicLink() ? Buffer.from(await readlink(path)) : await contentOf(entry, path);
  hash.update(`${entry.isSymbolicLink() ? 'link' : 'file'} ${Buffer.byteLength(name)} ${content.length}\n`);
  hash.update(name);
  hash.update(content);
}

async function contentOf(entry: Dirent, path: string): Promise<Buffer> {
  return entry.isFile() ? readFile(path) : Buffer.alloc(0);
}
