import { execFile } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../bin/bundle.js';
import { cadence, temporaryFolder, writeFiles } from './cli.fixture.ts';

const root = resolve(import.meta.dirname, '../../..');
const copy = temporaryFolder();
const bundles = join(copy, 'node_modules/.cache/cadence');
const manifestFile = join(bundles, 'manifest.json');
const main = join(copy, 'packages/cli/src/main.ts');
const described = 'Multi-agent conversations';

/** Runs the command of the copy, from what it chooses itself when nothing is said. */
const run = (args: string[], from?: 'bundle' | 'sources', env: Record<string, string> = {}) =>
  cadence(args, {
    command: join(copy, 'packages/cli/bin/cadence.js'),
    env: { ...env, ...(from && { CADENCE_RUN_FROM: from }) },
  });

/** A checkout of its own, whose sources can be edited; the packages of others are linked. */
function copyCheckout(): void {
  const left = /^(?:node_modules|dist|e2e|public)$|\.test\.tsx?$/;
  for (const name of ['package.json', 'packages', 'plugins', 'scripts', 'workflows'])
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !left.test(basename(path)),
    });
  const modules = join(root, 'node_modules');
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(modules))
    if (name !== '.cache' && name !== '@cadence-agents')
      symlinkSync(join(modules, name), join(copy, 'node_modules', name));
  cpSync(join(modules, '@cadence-agents'), join(copy, 'node_modules/@cadence-agents'), {
    recursive: true,
    verbatimSymlinks: true,
  });
}

function makeBundle(): Promise<{ code: number; output: string }> {
  const { promise, resolve: done } = Promise.withResolvers<{ code: number; output: string }>();
  const child = execFile(process.execPath, [join(copy, 'scripts/bundle-command.ts')], (_, stdout, stderr) =>
    done({ code: child.exitCode ?? -1, output: stdout + stderr }),
  );
  return promise;
}

function edit(file: string, before: string, after: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(before);
  writeFileSync(file, text.replace(before, after));
}

const readManifest = (): Manifest => JSON.parse(readFileSync(manifestFile, 'utf8'));

/** Changes the bundle and has its manifest say that it was made so: whoever prints the change runs the bundle. */
function mark(text: string): void {
  const { folder, files, ...rest } = readManifest();
  const path = join(folder, 'main.js');
  edit(join(bundles, path), described, text);
  const { size, mtimeMs } = statSync(join(bundles, path));
  const marked = files.filter(([name]) => name !== path);
  writeFileSync(manifestFile, JSON.stringify({ ...rest, folder, files: [...marked, [path, size, mtimeMs]] }));
}

/** Has the command, and none of its children, write down the modules that it loads. */
const listModules = `
  import { writeFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  const urls = new Set();
  if (process.argv[1]?.endsWith('/bin/cadence.js')) {
    registerHooks({
      load(url, context, nextLoad) {
        if (!url.startsWith('node:')) urls.add(url);
        return nextLoad(url, context);
      },
    });
    process.on('exit', () => writeFileSync(process.env.MODULES_FILE, [...urls].join('\\n')));
  }
`;

beforeAll(copyCheckout);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('the bundle of the command', () => {
  it('is not needed', async () => {
    expect(await run(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining(described) });
    expect(await run(['--help'], 'bundle')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/cannot be read: .*\nRun "npm run bundle"/),
    });
  });

  it('runs while nothing has changed', async () => {
    expect(await makeBundle()).toEqual({ code: 0, output: '' });
    mark('From the bundle: agents');
    for (const from of ['bundle', undefined] as const)
      expect((await run(['--help'], from)).stdout).toContain('From the bundle');
    expect((await run(['--help'], 'sources')).stdout).toContain(described);
  });

  it('gives way to its sources when a file of any package is touched', async () => {
    const touched = join(copy, 'packages/storage/src/index.ts');
    utimesSync(touched, new Date(), new Date());
    expect((await run(['--help'])).stdout).toContain(described);
    expect(await run(['--help'], 'bundle')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`"${touched}" has changed since the bundle was made.`),
    });
  });

  it('never hides an edited source', async () => {
    await makeBundle();
    edit(main, described, 'Edited conversations');
    expect((await run(['--help'])).stdout).toContain('Edited conversations');
    await makeBundle();
    expect((await run(['--help'], 'bundle')).stdout).toContain('Edited conversations');
    edit(main, 'Edited conversations', described);
  });

  it.each<[what: string, breakIt: () => void]>([
    ['a manifest that is no JSON', () => writeFileSync(manifestFile, '{"node":')],
    [
      'a manifest of another shape',
      () => writeFileSync(manifestFile, JSON.stringify({ node: process.version })),
    ],
    [
      'the bundle of another Node',
      () => writeFileSync(manifestFile, JSON.stringify({ ...readManifest(), node: 'v24.0.0' })),
    ],
    [
      'a file that was cut short',
      () => writeFileSync(join(bundles, readManifest().folder, 'contracts.js'), 'export {'),
    ],
    ['a folder that is gone', () => rmSync(join(bundles, readManifest().folder), { recursive: true })],
  ])('is ignored when there is %s', async (_, breakIt) => {
    await makeBundle();
    mark('From the bundle: agents');
    expect((await run(['--help'])).stdout).toContain('From the bundle');
    breakIt();
    expect(await run(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining(described) });
  });

  it('is not made when a module asks for what a bundle cannot give it', async () => {
    rmSync(bundles, { recursive: true });
    const text = readFileSync(main, 'utf8');
    appendFileSync(main, 'export const asked = import.meta.main;\n');
    const { code, output } = await makeBundle();
    writeFileSync(main, text);
    expect(code).toBe(1);
    expect(output).toMatch(/^The command is not bundled.*uses import\.meta\.main.*\n$/);
  });

  it('is not made when one of our packages has a version of another that the rest has not', async () => {
    const own = join(copy, 'packages/engine/node_modules');
    writeFiles(own, { 'undici/package.json': '{"name":"undici","version":"0.0.1"}' });
    const { code, output } = await makeBundle();
    rmSync(own, { recursive: true });
    expect(code).toBe(1);
    expect(output).toMatch(
      /^The command is not bundled.*"undici" is at ".*", where a bundle does not find it.*\n$/,
    );
  });

  it('answers as its sources do, with one copy of what it shares with plugins', async () => {
    await makeBundle();
    const list = writeFiles(temporaryFolder(), { 'list-modules.js': listModules });
    const ask = async (from: 'bundle' | 'sources') => {
      const { stdout } = await run(['ask', 'What is 15 * 23?'], from, {
        NODE_OPTIONS: `--import=${join(list, 'list-modules.js')}`,
        MODULES_FILE: join(list, from),
      });
      return { stdout, modules: readFileSync(join(list, from), 'utf8').split('\n') };
    };
    const fromSources = await ask('sources');
    const fromBundle = await ask('bundle');
    expect(fromBundle.stdout).toContain('345');
    expect(fromBundle.stdout).toBe(fromSources.stdout);
    const plugins = fromBundle.modules.filter((url) => url.startsWith(`file://${copy}/plugins/`));
    expect(plugins.length).toBeGreaterThan(0);
    // No source of ours but those that find the bundle and the one that imports plugins; no zod, sdk or contracts.
    const sources = fromBundle.modules.filter((url) => /\/packages\/|\/node_modules\/zod\//.test(url));
    expect(sources.map((url) => url.replace(`file://${copy}/packages/`, '')).toSorted()).toEqual([
      'cli/bin/bundle.js',
      'cli/bin/cadence.js',
      'engine/src/plugins/inspect/import-module.ts',
    ]);
    expect(fromSources.modules.length).toBeGreaterThan(5 * fromBundle.modules.length);
  });
});
