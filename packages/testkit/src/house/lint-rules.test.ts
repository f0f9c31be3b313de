// Shows that the rules which Biome enforces can fail: it runs on a folder of its own, with this repository's settings.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

/** `<file> <rule>` for each error that Biome finds in these files. */
async function lintErrors(texts: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-lint-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await Promise.all(
    ['biome.json', '.gitignore'].map((name) => copyFile(join(root, name), join(folder, name))),
  );
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, [biome, 'lint', '--reporter=github'], { cwd: folder }, (_, stdout) =>
    resolve(stdout),
  );
  const found = (await promise).matchAll(/^::error title=lint\/\w+\/(\w+),file=([^,]+),/gm);
  return [...found].map(([, rule, file = '']) => `${file.slice(file.indexOf('packages/'))} ${rule}`).sort();
}

describe('Biome', () => {
  it.each([
    ['an import', `import { tool } from 'langchain';\nexport const all = [tool];\n`],
    ['a type import', `import type { Graph } from '@langchain/langgraph';\nexport type Own = Graph;\n`],
    ['a dynamic import', `export const load = () => import('@langchain/core/messages');\n`],
    ['an export', `export { tool } from 'langchain/tools';\n`],
  ])('refuses %s of LangChain or LangGraph outside the two folders that may', async (_, source) => {
    const texts = {
      'packages/engine/src/nodes/a.ts': source,
      'packages/server/src/a.test.ts': source,
      'packages/engine/src/models/langchain/a.ts': source,
      'packages/langgraph/src/a.ts': source,
    };
    expect(await lintErrors(texts)).toEqual([
      'packages/engine/src/nodes/a.ts noRestrictedImports',
      'packages/server/src/a.test.ts noRestrictedImports',
    ]);
  });

  it.each(['fetch(url)', 'send({ fetch })', 'new WebSocket(url)'])(
    'refuses %s, which calls whatever address it is given',
    async (call) => {
      const source = `export const a = (url: string, send = console.log) => [url, send, ${call}];\n`;
      const texts = { 'packages/engine/src/a.ts': source, 'packages/engine/src/a.test.ts': source };
      expect(await lintErrors(texts)).toEqual(['packages/engine/src/a.ts noRestrictedGlobals']);
    },
  );

  it('accepts a fetch that is handed in', async () => {
    const source =
      'export const a = (url: string, { fetch }: { fetch: (url: string) => void }) => fetch(url);\n';
    expect(await lintErrors({ 'packages/engine/src/a.ts': source })).toEqual([]);
  });

  it('refuses a circle of files, closed by a type import', async () => {
    const texts = {
      'packages/x/src/a.ts': `import { b } from './b.ts';\nexport const a = b;\nexport type A = number;\n`,
      'packages/x/src/b.ts': `import type { A } from './a.ts';\nexport const b: A = 1;\n`,
    };
    expect(await lintErrors(texts)).toEqual([
      'packages/x/src/a.ts noImportCycles',
      'packages/x/src/b.ts noImportCycles',
    ]);
  });

  it.each([
    ['noExplicitAny', 'export const a = (b: unknown) => b as any;\n'],
    ['noExplicitAny', 'export let a: Map<string, any[]>;\n'],
    ['noNonNullAssertion', 'export const a = (b?: { c: string }) => b!.c;\n'],
  ])('enforces %s', async (rule, source) => {
    expect(await lintErrors({ 'packages/x/src/a.ts': source })).toEqual([`packages/x/src/a.ts ${rule}`]);
  });
});
