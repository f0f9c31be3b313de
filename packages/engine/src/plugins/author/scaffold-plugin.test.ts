import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { inspectPlugin } from '../inspect/inspect-plugin.ts';
import { temporaryFolder, writeFiles } from '../plugin-folder.fixture.ts';
import { createPluginHost } from '../serve/plugin-host.ts';
import { scaffoldPlugin } from './scaffold-plugin.ts';
import { testPlugin } from './test-plugin.ts';

const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

describe('scaffoldPlugin', () => {
  it('writes a plugin that passes the check and its own tests, and is found', async () => {
    const parent = await temporaryFolder();
    const folder = join(parent, 'text-desk');
    const written = await scaffoldPlugin('Text "Desk"', folder);
    expect(written.map((path) => path.slice(folder.length + 1)).sort()).toEqual([
      'README.md',
      'package.json',
      'src/index.test.ts',
      'src/index.ts',
      'tsconfig.json',
    ]);
    expect((await inspectPlugin(folder)).problems).toEqual([]);
    expect(await testPlugin(folder)).toMatchObject({ passed: true, output: expect.stringMatching(/pass 2/) });
    const host = createPluginHost({ roots: [], pluginsDir: parent });
    await host.load();
    expect(host.get('text_desk')?.tools.map(({ name }) => name)).toEqual(['measure_text']);
  });

  it('type-checks against the host’s sdk, as an editor would', async () => {
    const folder = join(await temporaryFolder(), 'p');
    await scaffoldPlugin('Typed', folder);
    const check = () => promisify(execFile)(process.execPath, [tsc, '-p', folder]);
    await check();
    await writeFiles(folder, {
      'src/wrong.ts': `import { tool } from '@cadence-agents/sdk';
        import { z } from 'zod';
        export const wrong = tool({ name: 'x', description: 'x', input: z.object({ a: z.string() }), run: ({ a }) => a * 2 });`,
    });
    await expect(check()).rejects.toMatchObject({ stdout: expect.stringContaining('src/wrong.ts') });
  });

  it('keeps the plugin to one file of about thirty lines', async () => {
    const folder = join(await temporaryFolder(), 'p');
    await scaffoldPlugin('Short', folder);
    const lines = (await readFile(join(folder, 'src/index.ts'), 'utf8')).trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(35);
  });

  it('overwrites nothing', async () => {
    const folder = await writeFiles(await temporaryFolder(), { 'keep.txt': 'mine' });
    await expect(scaffoldPlugin('Text', folder)).rejects.toThrow('is not empty');
  });

  it.each(['coordinator', '???', 'x'.repeat(60)])('refuses the name "%s"', async (name) => {
    const folder = join(await temporaryFolder(), 'p');
    await expect(scaffoldPlugin(name, folder)).rejects.toThrow('cannot be called');
  });
});

describe('testPlugin', () => {
  it('fails with a failing test, and without any', async () => {
    const folder = join(await temporaryFolder(), 'p');
    await scaffoldPlugin('Text', folder);
    const code = `import { test } from 'node:test'; test('fails', () => { throw new Error('no luck'); });`;
    await writeFiles(folder, { 'src/index.test.ts': code });
    expect(await testPlugin(folder)).toMatchObject({
      passed: false,
      output: expect.stringContaining('no luck'),
    });
    const empty = await writeFiles(await temporaryFolder(), { 'src/index.ts': '' });
    expect(await testPlugin(empty)).toMatchObject({ passed: false });
  });
});
