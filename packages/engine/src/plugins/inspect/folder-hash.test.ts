import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../plugin-folder.fixture.ts';
import { folderHash } from './folder-hash.ts';

const files = { 'a.ts': 'a', 'src/b.ts': 'b', 'src/deep/c.json': [1] };

describe('folderHash', () => {
  it('is the same for the same files, wherever and in whatever order they were written', async () => {
    const one = await writeFiles(await temporaryFolder(), files);
    const other = await writeFiles(
      await temporaryFolder(),
      Object.fromEntries(Object.entries(files).reverse()),
    );
    expect(await folderHash(one)).toBe(await folderHash(other));
    expect(await folderHash(one)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('leaves out what was installed, and git', async () => {
    const folder = await writeFiles(await temporaryFolder(), files);
    const before = await folderHash(folder);
    await writeFiles(folder, { 'node_modules/x/index.js': 'x', '.git/HEAD': 'ref' });
    expect(await folderHash(folder)).toBe(before);
  });

  it.each([
    ['a changed file', (folder: string) => writeFiles(folder, { 'src/b.ts': 'B' })],
    ['a new file', (folder: string) => writeFiles(folder, { 'src/d.ts': '' })],
    ['a renamed file', (folder: string) => rename(join(folder, 'a.ts'), join(folder, 'b.ts'))],
    [
      'bytes that move from the name into the content',
      async (folder: string) => {
        await rename(join(folder, 'a.ts'), join(folder, 'a.t'));
        await writeFiles(folder, { 'a.t': 'sa' });
      },
    ],
    ['a link', (folder: string) => symlink('/etc/hostname', join(folder, 'link'))],
  ])('changes with %s', async (_, change) => {
    const folder = await writeFiles(await temporaryFolder(), files);
    const before = await folderHash(folder);
    await change(folder);
    expect(await folderHash(folder)).not.toBe(before);
  });
});
