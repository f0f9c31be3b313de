import { describe, expect, it } from 'vitest';
import { strayLangGraphImports } from './langgraph-imports.ts';
import { readRepository } from './read-repository.ts';
import { temporaryRepository } from './temporary-repository.ts';

describe('strayLangGraphImports', () => {
  it('finds none in this repository', async () => {
    expect(strayLangGraphImports(await readRepository())).toEqual([]);
  });

  it('finds those outside the compiler, subpaths and types included', async () => {
    const files = await temporaryRepository({
      'packages/engine/src/graph/compile.ts': `import { StateGraph } from '@langchain/langgraph';`,
      'packages/engine/src/nodes/a.ts': `import type { StateGraph } from '@langchain/langgraph';`,
      'packages/engine/src/nodes/b.ts': `await import('@langchain/langgraph/web');`,
      'packages/storage/src/saver.ts': `import '@langchain/langgraph-checkpoint';`,
    });
    expect(strayLangGraphImports(files)).toEqual([
      'packages/engine/src/nodes/a.ts',
      'packages/engine/src/nodes/b.ts',
    ]);
  });
});
