// What docs/extending.md promises: its diffs are all there is to do, and a place that is left out does not compile.
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const guide = await readFile(join(root, 'docs/extending.md'), 'utf8');
const diffs = [...guide.matchAll(/^```diff\n(.*?)^```$/gms)].map(([, diff = '']) => diff);
const isProgram = (path: string) => !/\/(?:node_modules|dist)$|\.test\.tsx?$/.test(path);
// What the surfaces of the packages lead to, and no tests.
const programs = {
  extends: './tsconfig.json',
  include: ['packages/*/src/index.ts', 'packages/cli/src/main.ts'],
};

/** The programs of the repository, with the diffs applied but for the files that were forgotten. */
async function extended(forgotten: readonly string[] = []): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'cadence-extended-'));
  onTestFinished(() => rm(copy, { recursive: true, force: true }));
  await cp(join(root, 'packages'), join(copy, 'packages'), { recursive: true, filter: isProgram });
  await cp(join(root, 'tsconfig.json'), join(copy, 'tsconfig.json'));
  await writeFile(join(copy, 'tsconfig.programs.json'), JSON.stringify(programs));
  await linkModules(copy);
  const patch = join(copy, 'guide.patch');
  await writeFile(patch, diffs.join(''));
  const skipped = forgotten.map((path) => `--exclude=${path}`);
  await promisify(execFile)('git', ['apply', ...skipped, patch], { cwd: copy });
  return copy;
}

/** The installed packages, with our own taken from the copy. */
async function linkModules(copy: string): Promise<void> {
  await mkdir(join(copy, 'node_modules/@cadence-agents'), { recursive: true });
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@cadence-agents')
      await symlink(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  for (const name of await readdir(join(root, 'packages')))
    await symlink(join(copy, 'packages', name), join(copy, 'node_modules/@cadence-agents', name));
}

/** What the compiler finds wrong. */
async function compile(folder: string, project: string): Promise<string> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const child = spawn(process.execPath, [tsc, '-p', project], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (await child.stdout.toArray()).join('');
}

describe('the guide to extending', () => {
  it('has a diff for a node kind, an event type and a setting', () => {
    const placesOf = (diff: string) => [...diff.matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, path = '']) => path);
    expect(diffs.map((diff) => placesOf(diff).length)).toEqual([4, 1, 2]);
  });

  it('names all the places: what it says compiles, the page too', { timeout: 300_000 }, async () => {
    const copy = await extended();
    expect(await compile(copy, 'tsconfig.programs.json')).toBe('');
    expect(await compile(copy, 'packages/web')).toBe('');
  });

  it('names no place too many: what is forgotten does not compile', { timeout: 300_000 }, async () => {
    const copy = await extended([
      'packages/engine/src/nodes/behaviours.ts',
      'packages/server/src/settings/setting-table.ts',
    ]);
    const events = join(copy, 'packages/contracts/src/run/run-event.ts');
    const declared = await readFile(events, 'utf8');
    await writeFile(events, declared.replace(/^ +line: \(\{ tokensLeft .*\n/m, ''));
    const found = await compile(copy, 'tsconfig.programs.json');
    expect(found).toMatch(/^packages\/engine\/src\/nodes\/behaviours\.ts.* error .*[\s\S]*'DISCLAIMER'/m);
    expect(found).toMatch(/^packages\/contracts\/src\/run\/run-event\.ts.* error .*[\s\S]*'line'/m);
    expect(found).toMatch(
      /^packages\/server\/src\/workflows\/engine-settings\.ts.* error .*'maxModelRetries'/m,
    );
  });
});
