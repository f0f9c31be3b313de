import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectPlugin } from '../inspect/inspect-plugin.ts';
import { temporaryFolder, writeFiles, writePlugin } from '../plugin-folder.fixture.ts';
import { installDependencies } from './install-dependencies.ts';
import { npmFailure } from './run-npm.ts';

// A package that lies on disk, so that no registry is asked; its script would leave a trace.
const greeting = {
  'greeting/package.json': {
    name: 'greeting',
    version: '1.2.3',
    type: 'module',
    exports: './index.js',
    scripts: { install: "node -e \"require('fs').writeFileSync('ran', '')\"" },
  },
  'greeting/index.js': `export const greeting = 'hello';`,
};
const exists = (path: string) =>
  readFile(path).then(
    () => true,
    () => false,
  );
const codes = async (folder: string) => (await inspectPlugin(folder)).problems.map(({ code }) => code);

describe('installDependencies', () => {
  it('installs into the plugin’s folder, with a lock, without scripts, and only once', async () => {
    const root = await writeFiles(await temporaryFolder(), greeting);
    const folder = await writePlugin(join(root, 'plugin'), {
      head: `import { greeting } from 'greeting'; if (greeting !== 'hello') throw new Error('What?');`,
      manifest: { dependencies: { greeting: 'file:../greeting' } },
    });
    expect(await codes(folder)).toEqual(['DEPENDENCY_MISSING']);
    expect(await installDependencies(folder)).toBe(true);
    expect(await codes(folder)).toEqual([]);
    expect(await exists(join(folder, 'package-lock.json'))).toBe(true);
    expect(await exists(join(root, 'greeting/ran'))).toBe(false);
    expect(await installDependencies(folder)).toBe(false);
  });

  it('asks no registry for what the host brings, and leaves package.json as it was', async () => {
    const root = await writeFiles(await temporaryFolder(), greeting);
    const folder = await writePlugin(join(root, 'plugin'), {
      manifest: {
        dependencies: { greeting: 'file:../greeting', '@cadence-agents/sdk': '99.0.0', zod: '99.0.0' },
        devDependencies: { '@cadence-agents/sdk': '99.0.0' },
        peerDependencies: { '@cadence-agents/sdk': '99.0.0' },
      },
    });
    const before = await readFile(join(folder, 'package.json'), 'utf8');
    await installDependencies(folder);
    expect(await codes(folder)).toEqual([]);
    expect(await readFile(join(folder, 'package.json'), 'utf8')).toBe(before);
    expect(await exists(join(folder, 'node_modules/zod/package.json'))).toBe(false);
  });

  it('stays out of a workspace that the folder lies in', async () => {
    const root = await writeFiles(await temporaryFolder(), {
      ...greeting,
      'package.json': { name: 'root', private: true, workspaces: ['plugin'] },
    });
    const folder = await writePlugin(join(root, 'plugin'), {
      manifest: { dependencies: { greeting: 'file:../greeting' } },
    });
    await installDependencies(folder);
    expect(await exists(join(folder, 'node_modules/greeting/package.json'))).toBe(true);
    expect(await exists(join(root, 'package-lock.json'))).toBe(false);
  });

  it('says in plain words what failed, and puts package.json back', async () => {
    const folder = await writePlugin(await temporaryFolder(), {
      manifest: { dependencies: { nowhere: 'file:./nowhere', zod: '1' } },
    });
    const before = await readFile(join(folder, 'package.json'), 'utf8');
    await expect(installDependencies(folder)).rejects.toMatchObject({
      code: 'PLUGIN_FAILED',
      message: expect.stringContaining('were not installed'),
      hint: expect.stringContaining('npm install'),
    });
    expect(await readFile(join(folder, 'package.json'), 'utf8')).toBe(before);
  });

  it('refuses a lock that does not fit', async () => {
    const root = await writeFiles(await temporaryFolder(), greeting);
    const folder = await writePlugin(join(root, 'plugin'), {
      manifest: { dependencies: { greeting: 'file:../greeting' } },
    });
    await writeFiles(folder, {
      'package-lock.json': { name: 'sample', lockfileVersion: 3, packages: { '': { name: 'sample' } } },
    });
    await expect(installDependencies(folder)).rejects.toThrow('package-lock.json does not fit package.json');
  });
});

describe('npmFailure', () => {
  it.each([
    [
      "npm error code E404\nnpm error 404  'no-such@1.0.0' is not in this registry.\n",
      'The registry has no package "no-such@1.0.0".',
    ],
    [
      'npm error code ETARGET\nnpm error notarget No matching version found for left-pad@99.\n',
      'The registry has no package "left-pad@99".',
    ],
    ['npm error code ENOTFOUND\n', 'The package registry cannot be reached.'],
    ['npm error code ERESOLVE\n', 'Two of the packages need versions of a third that exclude each other.'],
    ['npm error code EODD\nnpm error something odd\n', 'code EODD something odd'],
    ['', 'npm gave no reason.'],
  ])('reads %j', (output, words) => {
    expect(npmFailure(output)).toBe(words);
  });
});
