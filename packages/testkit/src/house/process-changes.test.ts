import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { filesThatChangeProcess, processChanges } from './process-changes.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

describe('processChanges', () => {
  it.each([
    ['mocks modules', `vi.mock('./a.ts', () => ({}))`],
    ['mocks modules', 'vi.resetModules()'],
    ['spies', `vi.spyOn(process.stderr, 'write')`],
    ['replaces the clock', 'vi.useFakeTimers()'],
    ['replaces the clock', 'vi\n  .setSystemTime(0)'],
    ['replaces globals', `vi.stubGlobal('fetch', fetch)`],
    ['replaces globals', 'globalThis.fetch = async () => new Response()'],
    ['replaces globals', 'Socket.prototype.connect = refuse'],
    ['replaces globals', `Object.defineProperty(process, 'platform', { value: 'aix' })`],
    ['changes the environment', `vi.stubEnv('A', 'b')`],
    ['changes the environment', `process.env.A = 'b'`],
    ['changes the environment', `process.env['A'] ??= 'b'`],
    ['changes the environment', 'delete process.env.A'],
    ['changes the environment', `Object.assign(process.env, { A: 'b' })`],
    ['changes the folder', `process.chdir('/')`],
    ['adds module hooks', 'registerHooks({ resolve })'],
    ['sets flags of V8', `setFlagsFromString('--expose-gc')`],
  ])('sees what %s: %s', (reason, source) => {
    expect(processChanges(source)).toEqual([reason]);
  });

  it.each([
    `if (process.env.A === 'b') it('x', () => {})`,
    `const child = 'registerHooks({ resolve })'`,
    `const child = \`process.env.A = '1'; \${more}\``,
    `// process.chdir('/')`,
    'const spy = vi.fn()',
    'spawn(program, { env: { ...process.env, A: 1 } })',
  ])('sees nothing in %j', (source) => {
    expect(processChanges(source)).toEqual([]);
  });
});

describe('filesThatChangeProcess', () => {
  it('sees what fixtures do, and hooks that only the first file of a worker would have', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cadence-changes-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const src = join(folder, 'packages/x/src');
    mkdirSync(src, { recursive: true });
    const texts = {
      'a.test.ts': `import { a } from './a.fixture.ts';`,
      'a.fixture.ts': `import { b } from './b.fixture.ts';\nafterAll(() => {});`,
      'b.fixture.ts': `import { a } from './a.fixture.ts';\nprocess.chdir('/');`,
      'c.test.ts': 'afterAll(() => {});',
    };
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(src, name), text);
    expect([...filesThatChangeProcess(folder)]).toEqual([
      ['packages/x/src/a.test.ts', ['has a fixture with hooks of its own', 'changes the folder']],
    ]);
  });

  it('names these, which have a worker of their own', () => {
    const emulator = 'changes the environment';
    expect(Object.fromEntries(filesThatChangeProcess(root))).toEqual({
      'packages/cli/src/first-minutes.test.ts': ['changes the environment'],
      'packages/cli/src/stderr-log.test.ts': ['spies'],
      'packages/contracts/src/timeout.test.ts': ['spies', 'replaces the clock'],
      'packages/engine/src/events/event-log.test.ts': ['replaces the clock'],
      'packages/engine/src/models/call-memory.test.ts': ['sets flags of V8'],
      'packages/engine/src/models/resilience/call-timeout.test.ts': ['replaces the clock'],
      'packages/engine/src/tools/tool-runner.test.ts': ['spies', 'replaces the clock'],
      'packages/langgraph/src/graph/differential.test.ts': ['replaces the clock'],
      'packages/langgraph/src/saver/cadence-saver.release.test.ts': [emulator],
      'packages/langgraph/src/saver/langgraph-conformance.release.test.ts': [emulator],
      'packages/langgraph/src/saver/langgraph-run.release.test.ts': [emulator],
      'packages/langgraph/src/saver/saver-model.release.test.ts': [emulator],
      'packages/sdk/src/plugin-registry.test.ts': ['mocks modules'],
      'packages/server/src/cadence.test.ts': ['spies'],
      'packages/server/src/durability/workers.test.ts': ['spies'],
      'packages/server/src/http/documented-errors.release.test.ts': ['changes the environment'],
      'packages/server/src/http/guard/shared-counts.test.ts': ['replaces the clock'],
      'packages/server/src/mcp/mcp-process.test.ts': ['changes the environment'],
      'packages/storage/src/sqlite/write-queue.test.ts': ['replaces the clock'],
      'packages/testkit/src/left-out.test.ts': ['spies'],
    });
  });
});
