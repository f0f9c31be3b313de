import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as zod from 'zod';
import { temporaryFolder, writeFiles } from '../plugin-folder.fixture.ts';
import { registerHostModules, versionedUrl } from './host-modules.ts';
import { nativeImport } from './native-import.ts';

registerHostModules();

const host = createRequire(import.meta.url);
const decoy = (name: string) => ({
  'package.json': { name, version: '3.0.0', type: 'module', exports: './index.js' },
  'index.js': `export const z = 'a zod of its own';`,
});
const under = (path: string, files: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [join(path, name), content]));

describe('a plugin outside the host', () => {
  it('gets the host’s sdk, its testing half and zod without installing them', async () => {
    const folder = await writeFiles(await temporaryFolder(), {
      'index.ts': `export { definePlugin } from '@cadence-agents/sdk'; export { runPlugin } from '@cadence-agents/sdk/testing'; export { z } from 'zod';`,
    });
    const module = await nativeImport(versionedUrl(join(folder, 'index.ts'), folder, 'a1'));
    expect(module).toMatchObject({
      definePlugin: Reflect.get(
        Object(await nativeImport(pathToFileURL(host.resolve('@cadence-agents/sdk')).href)),
        'definePlugin',
      ),
      z: zod.z,
      runPlugin: expect.any(Function),
    });
  });

  it('gets the host’s sdk also by the name that it had first', async () => {
    const folder = await writeFiles(await temporaryFolder(), {
      'index.ts': `export { definePlugin } from '@cadence/sdk'; export { definePlugin as same } from '@cadence-agents/sdk';`,
    });
    const module = await nativeImport(versionedUrl(join(folder, 'index.ts'), folder, 'a0'));
    expect(module).toHaveProperty('definePlugin', Reflect.get(Object(module), 'same'));
  });

  it('gets the host’s zod even when it brings one, while its packages keep theirs', async () => {
    const folder = await writeFiles(await temporaryFolder(), {
      'index.ts': `export { z } from 'zod'; export { z as other } from 'old-school'; export { z as third } from 'modern';`,
      ...under('node_modules/zod', decoy('zod')),
      ...under('node_modules/old-school', decoy('old-school')),
      'node_modules/old-school/index.js': `export { z } from 'zod';`,
      ...under('node_modules/old-school/node_modules/zod', decoy('zod')),
      ...under('node_modules/modern', decoy('modern')),
      'node_modules/modern/index.js': `export { z } from 'zod/v4';`,
    });
    const module = await nativeImport(versionedUrl(join(folder, 'index.ts'), folder, 'a2'));
    expect(module).toMatchObject({ z: zod.z, other: 'a zod of its own' });
    expect(module).toHaveProperty('third.object', zod.object);
  });

  it('is loaded anew with its helper files, its JSON and its lazy imports, while the old one stays', async () => {
    const write = (text: string) => ({
      'src/helper.ts': `import data from './data.json' with { type: 'json' }; export const text: string = '${text}' + data;`,
      'src/data.json': JSON.stringify(`-data-${text}`),
      'src/lazy.ts': `export const lazy: string = 'lazy-${text}';`,
    });
    const folder = await writeFiles(await temporaryFolder(), {
      ...write('one'),
      'src/index.ts': `export { text } from './helper.ts'; export const load = async () => (await import('./lazy.ts')).lazy;`,
    });
    const entry = join(folder, 'src/index.ts');
    const old = Object(await nativeImport(versionedUrl(entry, folder, 'b1')));
    expect([old.text, await old.load()]).toEqual(['one-data-one', 'lazy-one']);
    await writeFiles(folder, write('two'));
    const young = Object(await nativeImport(versionedUrl(entry, folder, 'b2')));
    expect([young.text, await young.load()]).toEqual(['two-data-two', 'lazy-two']);
    expect([old.text, await old.load()]).toEqual(['one-data-one', 'lazy-one']);
  });

  it('can be tried again after an import that failed', async () => {
    const folder = await writeFiles(await temporaryFolder(), {
      'index.ts': `import { existsSync } from 'node:fs';
        if (!existsSync(new URL('late.txt', import.meta.url))) throw new Error('too early');
        export const x: number = 1;`,
    });
    const load = () => nativeImport(versionedUrl(join(folder, 'index.ts'), folder, 'c1'));
    await expect(load()).rejects.toThrow('too early');
    await writeFiles(folder, { 'late.txt': '' });
    expect(await load()).toMatchObject({ x: 1 });
  });
});
