import { describe, expect, it } from 'vitest';
import { type Directions, packageProblems } from './package-problems.ts';
import { readRepository } from './read-repository.ts';
import { temporaryRepository } from './temporary-repository.ts';

// Drawn in docs/ARCHITECTURE.md. Engine and storage never import each other: the server joins them. Of storage, the
// LangGraph package uses only the pure functions in `delta`.
const directions: Directions = {
  contracts: [],
  workflow: ['contracts'],
  sdk: ['contracts'],
  engine: ['contracts', 'workflow', 'sdk'],
  'offline-model': ['contracts'],
  langgraph: ['contracts', 'engine', 'storage'],
  storage: ['contracts'],
  server: ['engine', 'langgraph', 'offline-model', 'storage'],
  cli: ['server', 'web'],
  client: ['contracts'],
  web: ['contracts', 'workflow', 'client'],
  testkit: ['contracts'],
};

const manifest = (name: string, dependencies: string[] = [], exports: string[] = ['.']) =>
  JSON.stringify({
    name: `@cadence-agents/${name}`,
    exports: Object.fromEntries(exports.map((path) => [path, './src/index.ts'])),
    dependencies: Object.fromEntries(dependencies.map((other) => [`@cadence-agents/${other}`, '0.1.0'])),
  });

const house = {
  'packages/contracts/package.json': manifest('contracts'),
  'packages/workflow/package.json': manifest('workflow', ['contracts'], ['.', './testing']),
  'packages/engine/package.json': manifest('engine', ['contracts', 'workflow']),
  'packages/storage/package.json': manifest('storage', ['contracts']),
  'packages/cli/package.json': manifest('cli', ['engine']),
  'packages/testkit/package.json': manifest('testkit', ['contracts']),
};

async function problemsWith(texts: Record<string, string>): Promise<string[]> {
  return packageProblems(await temporaryRepository({ ...house, ...texts }), directions);
}

describe('packageProblems', () => {
  it('finds none in this repository', async () => {
    expect(packageProblems(await readRepository(), directions)).toEqual([]);
  });

  it('accepts what is drawn, and what that depends on', async () => {
    const problems = await problemsWith({
      'packages/engine/src/a.ts': `import type { A } from '@cadence-agents/contracts'; import './b.ts';`,
      'packages/cli/src/a.ts': `await import('@cadence-agents/engine');`,
      'packages/engine/src/a.test.ts': `import '@cadence-agents/testkit'; import '@cadence-agents/workflow/testing';`,
      'packages/engine/src/index.test.ts': `import './index.ts';`,
    });
    expect(problems).toEqual([]);
  });

  it.each([
    [
      'an import against the direction',
      `import '@cadence-agents/storage'`,
      'engine may not depend on storage',
    ],
    [
      'a type import against it',
      `import type { S } from '@cadence-agents/storage'`,
      'may not depend on storage',
    ],
    ['a dynamic import against it', `await import('@cadence-agents/cli')`, 'may not depend on cli'],
    ['an export against it', `export * from '@cadence-agents/cli'`, 'may not depend on cli'],
    ['its own name', `import '@cadence-agents/engine'`, 'imports its own package by name'],
    ['its own barrel', `import { x } from './index.ts'`, 'imports its own barrel'],
    ['a path into a package', `import '@cadence-agents/contracts/src/json.ts'`, 'reaches into contracts'],
    ['a path out of its own', `import '../../contracts/src/json.ts'`, 'leaves its package'],
    ['a package that is not there', `import '@cadence-agents/nowhere'`, 'reaches into nowhere'],
    ['the testkit', `import '@cadence-agents/testkit'`, 'outside a test'],
    ['tools for tests', `import '@cadence-agents/workflow/testing'`, 'outside a test'],
  ])('refuses %s', async (_name, source, problem) => {
    const problems = await problemsWith({ 'packages/engine/src/x.ts': source });
    expect(problems).toEqual([expect.stringMatching(`^packages/engine/src/x.ts: .*${problem}`)]);
  });

  it('holds tests to the direction too', async () => {
    const problems = await problemsWith({
      'packages/engine/src/x.test.ts': `import '@cadence-agents/storage';`,
    });
    expect(problems).toHaveLength(1);
  });

  it('refuses an import that package.json does not list', async () => {
    const problems = await problemsWith({ 'packages/cli/src/x.ts': `import '@cadence-agents/contracts';` });
    expect(problems).toEqual(['packages/cli/src/x.ts: imports contracts, which package.json does not list']);
  });

  it('refuses a dependency of package.json against the direction, the testkit included', async () => {
    const problems = await problemsWith({
      'packages/storage/package.json': manifest('storage', ['engine', 'testkit']),
    });
    expect(problems).toEqual([
      'packages/storage/package.json: storage may not depend on engine',
      'packages/storage/package.json: storage may not depend on testkit',
    ]);
  });

  it('refuses a package for which nothing is drawn', async () => {
    const problems = await problemsWith({ 'packages/shed/package.json': manifest('shed') });
    expect(problems).toEqual(['packages/shed: no direction is drawn for it']);
  });
});
