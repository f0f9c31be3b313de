import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { usualLimits } from './document-folder.ts';
import { createDocumentLibrary } from './document-library.ts';

let home: string;
let folder: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'cadence-search-'));
  folder = join(home, 'documents');
  await mkdir(folder);
});
afterEach(() => rm(home, { recursive: true }));

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}
const found = async (library: ReturnType<typeof createDocumentLibrary>, query: string) =>
  (await library.search(query, 20)).map(({ path }) => path);

describe('createDocumentLibrary', () => {
  it('finds documents in subfolders, with title, score and the sentence that matches', async () => {
    await write('guides/deploy.md', '# Deploying\n\nFirst build. Then copy the bundle to the server.');
    await write('notes.txt', 'Nothing of interest.');
    const library = createDocumentLibrary(folder);
    expect(await library.search('bundle', 5)).toEqual([
      {
        title: 'Deploying',
        path: 'guides/deploy.md',
        score: expect.any(Number),
        snippet: 'Then copy the bundle to the server.',
      },
    ]);
    expect(await library.search('zebra', 5)).toEqual([]);
  });

  it('notices files that are added, changed and removed', async () => {
    const library = createDocumentLibrary(folder);
    await write('a.md', 'apple');
    expect(await found(library, 'apple pear')).toEqual(['a.md']);
    await write('b.md', 'pear');
    expect(await found(library, 'pear')).toEqual(['b.md']);
    await write('a.md', 'plums');
    expect(await found(library, 'apple')).toEqual([]);
    await rm(join(folder, 'a.md'));
    expect(await found(library, 'plums pear')).toEqual(['b.md']);
  });

  it('shares the reading among searches that come together', async () => {
    await write('a.md', 'apple');
    const library = createDocumentLibrary(folder);
    const results = await Promise.all([1, 2, 3].map(() => found(library, 'apple')));
    expect(results).toEqual([['a.md'], ['a.md'], ['a.md']]);
  });

  it('never leaves the folder', async () => {
    await writeFile(join(home, 'secret.md'), 'apple secret');
    await mkdir(join(home, 'outside'));
    await writeFile(join(home, 'outside', 'secret.md'), 'apple secret');
    await symlink(join(home, 'secret.md'), join(folder, 'link.md'));
    await symlink(join(home, 'outside'), join(folder, 'linked'));
    await symlink(folder, join(folder, 'loop'));
    await write('a.md', 'apple');
    await write('.hidden/b.md', 'apple');
    const library = createDocumentLibrary(folder);
    expect(await found(library, 'apple')).toEqual(['a.md']);
    const paths = [
      '../secret.md',
      'x/../../secret.md',
      join(home, 'secret.md'),
      'link.md',
      'linked/secret.md',
    ];
    for (const path of [...paths, '.hidden/b.md', 'a.md\0', 'missing.md', '.']) {
      expect([path, await library.read(path)]).toEqual([path, undefined]);
    }
    expect(await library.read('./a.md')).toEqual({ title: 'a', text: 'apple' });
  });

  it('leaves out what exceeds its limits, and what is no document', async () => {
    await write('a-large.md', 'apple '.repeat(100));
    await write('b.md', 'apple');
    await write('c.pdf', 'apple');
    await write('d.md', 'apple');
    await write('e.md', 'apple');
    const library = (limits: Partial<typeof usualLimits>) =>
      createDocumentLibrary(folder, { ...usualLimits, ...limits });
    expect(await found(library({ fileBytes: 100 }), 'apple')).toEqual(['b.md', 'd.md', 'e.md']);
    expect(await found(library({ fileBytes: 100, files: 3 }), 'apple')).toEqual(['b.md', 'd.md']);
    expect(await found(library({ fileBytes: 100, totalBytes: 12 }), 'apple')).toEqual(['b.md', 'd.md']);
    expect(await library({ fileBytes: 100 }).read('a-large.md')).toBeUndefined();
  });
});
