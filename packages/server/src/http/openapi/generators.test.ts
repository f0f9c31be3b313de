// Clients that others' generators make of the document compile and work.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { describe, expect, it, onTestFinished } from 'vitest';
import { adminKey, startServer } from '../server.fixture.ts';
import { type Found, type Generator, generators } from './generators.fixture.ts';

const root = join(import.meta.dirname, '../../../../..');
const run = promisify(execFile);

const tsconfig = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  },
  include: ['program.ts', 'made'],
};

/** A folder in which the packages of this repository are found. */
async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-generated-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'made'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
}

function binOf([name, path]: Generator['bin']): string {
  return join(dirname(findPackageJSON(name, import.meta.url) ?? ''), path);
}

describe.for(generators)('$name', (generator) => {
  it('makes a client that compiles and works', { timeout: 120_000 }, async () => {
    const { url } = await startServer({ CADENCE_ADMIN_KEY: adminKey });
    const folder = await emptyFolder();
    await writeFiles(folder, {
      'openapi.json': await (await fetch(`${url}/openapi.json`)).text(),
      'tsconfig.json': JSON.stringify(tsconfig),
      'program.ts': generator.program,
      ...generator.config?.(url),
    });
    await run(process.execPath, [binOf(generator.bin), ...generator.args], { cwd: folder });
    const compiled = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch((error) => error);
    expect(compiled.stdout).toBe('');

    const bundle = await rolldown({
      input: join(folder, 'program.ts'),
      platform: 'node',
      logLevel: 'silent',
    });
    await bundle.write({ file: join(folder, 'program.mjs') });
    const { stdout } = await run(process.execPath, [join(folder, 'program.mjs'), url, adminKey]);
    const found: Found = JSON.parse(stdout);
    expect(found).toMatchObject({
      status: 'ok',
      answer: expect.stringContaining('345'),
      error: 'RUN_NOT_FOUND',
      runs: expect.any(Number),
    });
    expect(found.runs).toBeGreaterThan(0);
    expect(found.events.at(0)).toBe('on_run_start');
    expect(found.events.at(-1)).toBe('on_run_end');
  });
});
