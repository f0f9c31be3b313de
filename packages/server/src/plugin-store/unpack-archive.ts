import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { archiveRefusal, largestArchive, plainPath, refuseArchive } from './archive-limits.ts';
import { tarEntries } from './unpack-tar.ts';
import { zipEntries } from './unpack-zip.ts';

/** Unpacks a .zip or a gzipped tar into an empty folder; `archive` is what it is called in messages. */
export async function unpackArchive(archive: string, file: string, folder: string): Promise<void> {
  const { size } = await stat(file);
  if (size > largestArchive) throw refuseArchive(archive, 'it is too large');
  const bytes = await readFile(file);
  const entries = /\.zip$/i.test(file) ? zipEntries(archive, bytes) : await tarEntries(archive, bytes);
  const refusal = archiveRefusal(entries, bytes.length);
  if (refusal) throw refuseArchive(archive, refusal);
  for (const { name, kind, content } of entries) {
    const path = join(folder, plainPath(name));
    await mkdir(kind === 'folder' ? path : dirname(path), { recursive: true });
    if (kind === 'file') await writeFile(path, await content(), { flag: 'wx' });
  }
}
