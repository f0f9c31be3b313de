import { describe, expect, it } from 'vitest';
import { readRepository } from './read-repository.ts';
import { layerProblems } from './server-layers.ts';

const check = (path: string, source: string, of = 'server') =>
  layerProblems(new Map([[`packages/${of}/src/${path}`, source]]));

describe('layerProblems', () => {
  it('finds none in this repository', async () => {
    expect(layerProblems(await readRepository())).toEqual([]);
  });

  it.each([
    ['app/runs.ts', `import type { FastifyRequest } from 'fastify'`, 'a use case knows no HTTP'],
    ['app/runs.ts', `import '@fastify/cors'`, 'a use case knows no HTTP'],
    ['app/access/a.ts', `import { x } from '../../http/implement.ts'`, 'a use case knows no HTTP'],
    ['app/runs.ts', `await import('../protocols/mcp/a.ts')`, 'a use case knows no HTTP and no protocol'],
    ['http/create-app.ts', `import '../protocols/add-protocols.ts'`, 'HTTP machinery knows no protocol'],
    ['protocols/mcp/a.ts', `import '../native/runs.ts'`, 'a protocol knows no other'],
    ['protocols/mcp/deep/a.ts', `import '../../native/runs.ts'`, 'a protocol knows no other'],
    ['protocols/mcp/a.ts', `import '../add-protocols.ts'`, 'a protocol knows no other'],
    ['protocols/mcp/a.ts', `context.store.runs.get(id)`, 'goes to the store'],
    ['protocols/mcp/a.ts', `const { store } = context`, 'goes to the store'],
    ['app/runs.ts', `context.database.write(x)`, 'goes beneath the store'],
    ['serve.ts', `import type { Queries } from '@cadence-agents/storage'`, 'goes beneath the store'],
    ['serve.ts', `import '@cadence-agents/storage/checkpoints'`, 'goes beneath the store'],
  ])('refuses in %s: %s', (path, source, problem) => {
    expect(check(path, source)).toEqual([expect.stringContaining(problem)]);
  });

  it('refuses commands that go beneath the store', () => {
    const problem = 'packages/cli/src/run.ts: goes beneath the store';
    expect(check('run.ts', 'opened.database.first(x)', 'cli')).toEqual([problem]);
    expect(check('run.ts', 'const { store, database } = opened', 'cli')).toEqual([problem]);
    expect(check('run.ts', `import '@cadence-agents/storage'`, 'cli')).toEqual([problem]);
    expect(check('doctor.ts', 'const findings = [database(read)]', 'cli')).toEqual([]);
    expect(check('run.ts', 'const { database } = opened', 'storage')).toEqual([]);
  });

  it.each([
    ['app/runs.ts', `import { audited } from './access/audited.ts'; context.store.runs.get(id)`],
    ['http/idempotency.ts', `import fastify from 'fastify'; import '../app/invalid-input.ts'`],
    [
      'protocols/mcp/a.ts',
      `import '../../app/runs.ts'; import './frames/b.ts'; import '../../http/implement.ts'`,
    ],
    ['protocols/add-protocols.ts', `import './mcp/mcp-routes.ts'; import './native/native-routes.ts'`],
    ['protocols/mcp/a.ts', `type Context = Pick<AppContext, 'store'>; // the database`],
    ['open-storage.ts', `import { openStore } from '@cadence-agents/storage'`],
    ['http/a.test.ts', `import '../protocols/mcp/a.ts'; server.cadence.database`],
  ])('accepts in %s: %s', (path, source) => {
    expect(check(path, source)).toEqual([]);
  });
});
