import { describe, expect, it } from 'vitest';
import { importCycles } from './import-cycles.ts';
import { readRepository } from './read-repository.ts';
import { temporaryRepository } from './temporary-repository.ts';

describe('importCycles', () => {
  it('finds none in this repository', async () => {
    expect(importCycles(await readRepository())).toEqual([]);
  });

  it('finds a circle of files, closed by a type import', async () => {
    const files = await temporaryRepository({
      'packages/x/src/a.ts': `import { b } from './deep/b.ts';`,
      'packages/x/src/deep/b.ts': `export * from './c.ts';`,
      'packages/x/src/deep/c.ts': `import type { A } from '../a.ts';`,
      'packages/x/src/outside.ts': `import './a.ts';`,
    });
    expect(importCycles(files)).toEqual([
      ['packages/x/src/a.ts', 'packages/x/src/deep/b.ts', 'packages/x/src/deep/c.ts'],
    ]);
  });

  it('finds a file that imports itself, and two circles apart', async () => {
    const files = await temporaryRepository({
      'self.ts': `const self = await import('./self.ts');`,
      'a.ts': `import './b.ts'; import './self.ts';`,
      'b.ts': `import './a.ts';`,
    });
    expect(importCycles(files).toSorted()).toEqual([['a.ts', 'b.ts'], ['self.ts']]);
  });

  it('accepts files that share what they import', async () => {
    const files = await temporaryRepository({
      'a.ts': `import './b.ts'; import './c.ts';`,
      'b.ts': `import './d.ts';`,
      'c.ts': `import './d.ts'; import './b.ts';`,
      'd.ts': `// import './a.ts'`,
    });
    expect(importCycles(files)).toEqual([]);
  });
});
