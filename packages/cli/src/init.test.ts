import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { cadence, cadenceIn, temporaryFolder, writeFiles } from './cli.fixture.ts';

const bin = join(import.meta.dirname, '../bin/cadence.js');
const modules = join(import.meta.dirname, '../../../node_modules');

const packed = ['', '-contracts', '-sdk', '-plugin-math', '-server'].map(
  (name) => `cadence-agents${name}-0.1.0.tgz`,
);

/** A project whose packages are those of this checkout. */
async function makeProject(): Promise<string> {
  const parent = temporaryFolder();
  writeFiles(parent, Object.fromEntries(packed.map((name) => [`release/${name}`, name])));
  expect(await cadenceIn(parent)('init', 'my-assistant', '--packages', 'release')).toMatchObject({ code: 0 });
  const folder = join(parent, 'my-assistant');
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(bin, join(folder, 'node_modules/.bin/cadence'));
  return folder;
}

const runTests = (folder: string) =>
  promisify(execFile)('npm', ['test'], {
    cwd: folder,
    env: { ...process.env, PATH: `${join(modules, '.bin')}:${process.env.PATH}` },
  });

describe('cadence init', { timeout: 120_000 }, () => {
  it('makes a project whose tests pass, and fail when an answer changes', async () => {
    const folder = await makeProject();
    await runTests(folder);
    const file = join(folder, 'plugins/text-desk/src/index.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replace('* 60)', '* 120)'));
    await expect(runTests(folder)).rejects.toMatchObject({
      stdout: expect.stringContaining('readingSeconds'),
    });
  });

  it('loads the plugin of the project and records another conversation', async () => {
    const folder = await makeProject();
    const run = cadenceIn(folder);
    expect((await run('plugin', 'list')).stdout).toMatch(/^text_desk .* loaded .*measure_text/m);
    await promisify(execFile)(
      process.execPath,
      ['tests/record.ts', "How long does it take to read 'one two three'?"],
      {
        cwd: folder,
      },
    );
    const recorded = readFileSync(join(folder, 'tests/how-long-does-it-take.recorded.json'), 'utf8');
    expect(JSON.parse(recorded)).toMatchObject({
      route: ['desk', 'tools', 'desk'],
      tools: [{ tool: 'measure_text', input: { text: 'one two three' } }],
    });
  });

  it('installs the packages that it was given, and fetches none by a name', async () => {
    const folder = await makeProject();
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(dependencies).toEqual({
      'cadence-agents': 'file:packages/cadence-agents-0.1.0.tgz',
      '@cadence-agents/contracts': 'file:packages/cadence-agents-contracts-0.1.0.tgz',
      '@cadence-agents/sdk': 'file:packages/cadence-agents-sdk-0.1.0.tgz',
      '@cadence-agents/plugin-math': 'file:packages/cadence-agents-plugin-math-0.1.0.tgz',
      zod: '^4.0.0',
    });
    for (const tarball of readdirSync(join(folder, 'packages')))
      expect(readFileSync(join(folder, 'packages', tarball), 'utf8')).toBe(tarball);
  });

  it('says where packages are looked for, and leaves nothing behind, when there are none', async () => {
    const parent = temporaryFolder();
    const { code, stderr } = await cadenceIn(parent)('init', 'my-assistant', '--packages', parent);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(`in "${parent}"`) });
    expect(existsSync(join(parent, 'my-assistant'))).toBe(false);
  });

  it.each(['My Assistant', '.hidden'])('refuses the name "%s"', async (name) => {
    const parent = temporaryFolder();
    const { code, stderr } = await cadenceIn(parent)('init', name);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be called') });
    expect(existsSync(join(parent, name))).toBe(false);
  });

  it('overwrites nothing', async () => {
    const parent = temporaryFolder();
    writeFileSync(join(parent, 'mine'), '');
    const { code, stderr } = await cadence(['init', parent.replace(/.*\//, '../')], { cwd: parent });
    expect({ code, stderr }).toMatchObject({ code: 1 });
  });
});
