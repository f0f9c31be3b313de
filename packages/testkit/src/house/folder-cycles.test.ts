import { describe, expect, it } from 'vitest';
import { folderCycles } from './folder-cycles.ts';
import { readRepository } from './read-repository.ts';
import { temporaryRepository } from './temporary-repository.ts';

describe('folderCycles', () => {
  it.each([
    'cli',
    'client',
    'contracts',
    'engine',
    'langgraph',
    'offline-model',
    'sdk',
    'server',
    'storage',
    'testkit',
    'web',
    'workflow',
  ])('finds none in packages/%s', async (name) => {
    const files = [...(await readRepository())].filter(([path]) => path.startsWith(`packages/${name}/`));
    expect(files.length).toBeGreaterThan(0);
    expect(folderCycles(new Map(files))).toEqual([]);
  });

  it('finds a circle of folders, closed by a type import', async () => {
    const files = await temporaryRepository({
      'src/a/one.ts': `import { b } from '../b/deep/two.ts';`,
      'src/b/deep/two.ts': `export * from '../../c/three.ts';`,
      'src/c/three.ts': `import type { A } from '../a/other.ts';`,
      'src/outside/four.ts': `import '../a/one.ts';`,
    });
    expect(folderCycles(files)).toEqual([['src/a', 'src/b/deep', 'src/c']]);
  });

  it('accepts files of one folder, and of folders inside one another, that import each other', async () => {
    const files = await temporaryRepository({
      'src/a/one.ts': `import './deep/two.ts';`,
      'src/a/deep/two.ts': `import '../three.ts';`,
      'src/a/three.ts': `import './four.ts';`,
    });
    expect(folderCycles(files)).toEqual([]);
  });

  it('does not count what tests import', async () => {
    const files = await temporaryRepository({
      'src/a/one.ts': `import '../b/two.ts';`,
      'src/b/two.test.ts': `import '../a/one.ts';`,
    });
    expect(folderCycles(files)).toEqual([]);
  });
});
