import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CadenceError } from '@cadence-agents/contracts';
import {
  createPluginHost,
  folderHash,
  isolationInForce,
  type PluginHostOptions,
  silentLog,
} from '@cadence-agents/engine';
import { sqliteTestDatabase } from '@cadence-agents/storage/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tgz, zip } from './archive.fixture.ts';
import { installPlugin } from './install-plugin.ts';
import { openPluginStore } from './open-plugin-store.ts';
import { packPlugin } from './pack-plugin.ts';
import type { PluginStore } from './plugin-store.ts';
import { removePlugin } from './remove-plugin.ts';
import { restoreVersion } from './restore-version.ts';

interface Sketch {
  name?: string;
  head?: string;
  answer?: string;
  manifest?: object;
}

function pluginFiles(
  version: string,
  { name = 'Greeter', head = '', answer = version, manifest = {} }: Sketch = {},
) {
  return {
    'package.json': JSON.stringify({
      name: 'greeter',
      version,
      type: 'module',
      cadence: { plugin: './index.ts' },
      ...manifest,
    }),
    'index.ts': `import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
import { z } from 'zod';
${head}
export default definePlugin({
  metadata: { name: ${JSON.stringify(name)}, version: '${version}', description: 'Greets.' },
  createAgent: () => defineAgent({ systemPrompt: 'You greet.', tools: [
    tool({ name: 'greet', description: 'Greets.', input: z.object({}), run: () => ${JSON.stringify(answer)} }),
  ] }),
});
`,
  };
}

async function setUp(options: Partial<PluginHostOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-store-'));
  const storeDir = join(folder, 'store');
  const plugins = createPluginHost({ roots: [], storeDir, importTimeoutMs: 1000, ...options });
  onTestFinished(async () => {
    await plugins.close();
    rmSync(folder, { recursive: true });
  });
  const test = await sqliteTestDatabase();
  onTestFinished(() => test.dispose());
  const { pluginVersions: versions } = (await test.connect()).store;
  const store = await openPluginStore({ plugins, storeDir, versions, log: silentLog });
  let archives = 0;
  const save = (bytes: Buffer, ending = 'tgz') => {
    const file = join(folder, `upload-${++archives}.${ending}`);
    writeFileSync(file, bytes);
    return file;
  };
  const upload = (version: string, sketch?: Sketch) => {
    const parts = Object.entries(pluginFiles(version, sketch));
    return save(tgz(parts.map(([name, content]) => ({ name: `package/${name}`, content }))));
  };
  const answer = async () =>
    plugins.get('greeter')?.tools[0]?.run(
      {},
      {
        signal: new AbortController().signal,
        idempotencyKey: 'key',
        userId: undefined,
        conversationId: undefined,
        fetch: globalThis.fetch,
        log() {},
        emit() {},
      },
    );
  return { folder, store, storeDir, plugins, save, upload, answer };
}

const refusal = (installing: Promise<unknown>) =>
  installing.then(
    () => undefined,
    (error: unknown) => (CadenceError.is(error) ? error : undefined),
  );

describe('installPlugin', () => {
  it('puts versions one over the other and keeps the former ones', async () => {
    const { store, storeDir, upload, answer } = await setUp();
    const first = await installPlugin(upload('1.0.0'), store);
    expect(first).toMatchObject({ listing: { slug: 'greeter', version: '1.0.0', source: 'uploaded' } });
    expect(first.listing.isolation).not.toBe('none');
    expect(await installPlugin(upload('2.0.0'), store)).toMatchObject({ replaced: '1.0.0' });
    expect(await answer()).toBe('2.0.0');
    expect(lstatSync(join(storeDir, 'greeter')).isSymbolicLink()).toBe(true);
    expect(await store.versions.list('greeter')).toMatchObject([
      { version: '2.0.0', inUse: true, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { version: '1.0.0', inUse: false },
    ]);
    expect(readdirSync(storeDir).sort()).toEqual(['.versions', 'greeter']);
  });

  it('finds its place after a restart', async () => {
    const { store, storeDir, upload } = await setUp();
    await installPlugin(upload('1.0.0'), store);
    const next = createPluginHost({ roots: [], storeDir });
    onTestFinished(() => next.close());
    await next.load();
    expect(next.list()).toMatchObject([{ slug: 'greeter', version: '1.0.0', status: 'loaded' }]);
  });

  it('takes a ZIP from a Mac', async () => {
    const { store, save } = await setUp();
    const parts = Object.entries(pluginFiles('1.0.0')).map(([name, content]) => ({
      name: `greeter/${name}`,
      content,
    }));
    const bytes = zip([...parts, { name: '__MACOSX/greeter/._index.ts', content: 'x' }]);
    expect((await installPlugin(save(bytes, 'zip'), store)).listing).toMatchObject({ status: 'loaded' });
  });

  it.each<[string, Sketch, RegExp]>([
    ['throws at import', { head: 'throw new Error("no luck");' }, /index\.ts:\d+: Import failed: no luck/],
    ['loops at import', { head: 'for (;;);' }, /did not answer for \d+ ms while it was imported/],
    ['ends its process', { head: 'process.exit(0);' }, /ended itself \(exit code 0\)/],
    ['has a reserved name', { name: 'Coordinator' }, /cannot be called "Coordinator"/],
    ['has a name without letters', { name: '../../..' }, /cannot be called/],
    ['has too long a name', { name: 'x'.repeat(60) }, /longer than 53/],
    [
      'takes a module from outside',
      { manifest: { cadence: { plugin: '../../x.ts' } } },
      /outside its folder/,
    ],
    ['names no module', { manifest: { cadence: {} } }, /does not say which module/],
    ['wants a package from elsewhere', { manifest: { dependencies: { x: 'file:..' } } }, /not the registry/],
  ])('refuses one that %s, says why, and leaves the one before in use', async (_, sketch, why) => {
    const { store, upload, answer } = await setUp();
    await installPlugin(upload('1.0.0'), store);
    const error = await refusal(installPlugin(upload('2.0.0', sketch), store, { name: 'greeter.tgz' }));
    expect(error).toMatchObject({
      code: 'PLUGIN_INVALID',
      message: expect.stringMatching(/^"greeter\.tgz" was not installed/),
      details: [expect.objectContaining({ severity: 'error' })],
    });
    expect(error?.message).toMatch(why);
    expect(JSON.stringify(error)).not.toContain(store.storeDir);
    expect(await answer()).toBe('1.0.0');
    expect(await store.versions.list('greeter')).toHaveLength(1);
  });

  it('lists all problems at once', async () => {
    const { store, save } = await setUp();
    const index = `export default { metadata: { name: '', version: 'one', description: '' }, createAgent: 1 };`;
    const parts = { ...pluginFiles('1.0.0'), 'index.ts': index };
    const bytes = tgz(Object.entries(parts).map(([name, content]) => ({ name, content })));
    const error = await refusal(installPlugin(save(bytes), store));
    expect(error?.details).toHaveLength(4);
  });

  it('refuses what is no plugin', async () => {
    const { store, storeDir, save } = await setUp();
    const none = await refusal(
      installPlugin(save(tgz([{ name: 'readme', content: 'x' }])), store, { name: 'a.tgz' }),
    );
    expect(none).toMatchObject({ code: 'PLUGIN_INVALID', message: 'There is no package.json in "a.tgz".' });
    const link = await refusal(
      installPlugin(save(tgz([{ name: 'p/x', type: '2' }])), store, { name: 'a.tgz' }),
    );
    expect(link?.message).toMatch(/a link or a device/);
    const bad = await refusal(installPlugin(save(tgz([{ name: 'package.json', content: '{' }])), store));
    expect(bad?.message).toMatch(/package\.json is not JSON/);
    const rc = Object.entries({ ...pluginFiles('1.0.0'), '.npmrc': 'git=./x' });
    const npm = await refusal(
      installPlugin(save(tgz(rc.map(([name, content]) => ({ name, content })))), store),
    );
    expect(npm?.message).toMatch(/settings for npm/);
    expect(readdirSync(storeDir)).toEqual([]);
  });

  it('refuses everything where the level of isolation that is demanded is not to be had', async () => {
    const { store, upload } = await setUp({ isolation: { demand: 'namespace' } });
    const error = await refusal(installPlugin(upload('1.0.0'), store));
    const { level } = await isolationInForce('namespace');
    expect(error?.code).toBe(level ? undefined : 'ISOLATION_UNAVAILABLE');
  });

  it('brings back what was there when the new version does not work in its place', async () => {
    const { store, plugins, upload, answer } = await setUp();
    await installPlugin(upload('1.0.0'), store);
    const broken: PluginStore = {
      ...store,
      plugins: {
        ...plugins,
        list: () => plugins.list().map((one) => (one.version === '2.0.0' ? { ...one, reason: 'No.' } : one)),
      },
    };
    const error = await refusal(installPlugin(upload('2.0.0'), broken));
    expect(error?.message).toMatch(/was not installed:\nNo\./);
    expect(plugins.get('greeter')?.metadata.version).toBe('1.0.0');
    expect(await answer()).toBe('1.0.0');
  });

  it('keeps five versions and never drops the one in use', async () => {
    const { store, upload } = await setUp();
    for (let minor = 0; minor < 7; minor++) await installPlugin(upload(`1.${minor}.0`), store);
    const kept = await store.versions.list('greeter');
    expect(kept.map(({ version }) => version)).toEqual(['1.6.0', '1.5.0', '1.4.0', '1.3.0', '1.2.0']);
    expect(kept.filter(({ inUse }) => inUse)).toHaveLength(1);
  });

  it('takes a folder in that somebody put into the store by hand', async () => {
    const { store, storeDir, plugins, upload } = await setUp();
    for (const [name, content] of Object.entries(pluginFiles('0.9.0'))) {
      mkdirSync(dirname(join(storeDir, 'greeter', name)), { recursive: true });
      writeFileSync(join(storeDir, 'greeter', name), content);
    }
    await plugins.reload();
    expect(await installPlugin(upload('1.0.0'), store)).toMatchObject({ replaced: '0.9.0' });
    expect((await store.versions.list('greeter')).map(({ version }) => version)).toEqual(['1.0.0', '0.9.0']);
  });

  it('clears away what a process that died left behind, and nothing that may be at work', async () => {
    const { store, storeDir, upload } = await setUp();
    const [old, young] = [join(storeDir, '.staging-old'), join(storeDir, '.staging-young')];
    for (const folder of [old, young]) mkdirSync(join(folder, 'content'), { recursive: true });
    utimesSync(old, new Date(0), new Date(0));
    await installPlugin(upload('1.0.0'), store);
    expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
  });
});

describe('restoreVersion', () => {
  it('puts a former version in use, and that one back', async () => {
    const { store, upload, answer } = await setUp();
    await installPlugin(upload('1.0.0'), store);
    await installPlugin(upload('2.0.0'), store);
    expect(await restoreVersion('greeter', '1.0.0', store)).toMatchObject({
      version: '1.0.0',
      status: 'loaded',
    });
    expect(await answer()).toBe('1.0.0');
    expect(await store.versions.list('greeter')).toMatchObject([
      { version: '1.0.0', inUse: true },
      { version: '2.0.0', inUse: false },
    ]);
    const [, second] = await store.versions.list('greeter');
    await restoreVersion('greeter', `2.0.0-${second?.hash.slice(0, 8)}`, store);
    expect(await answer()).toBe('2.0.0');
  });

  it('stays with the present one when the former does not work any more', async () => {
    const { folder, store, upload, answer } = await setUp();
    await installPlugin(upload('1.0.0'), store);
    const rotten = join(folder, 'rotten');
    mkdirSync(rotten);
    for (const [name, content] of Object.entries(
      pluginFiles('1.5.0', { head: 'throw new Error("rotten");' }),
    ))
      writeFileSync(join(rotten, name), content);
    const version = { slug: 'greeter', version: '1.5.0', hash: await folderHash(rotten), by: null };
    await store.versions.install({ ...version, archive: await packPlugin('greeter', rotten) }, 5);
    await installPlugin(upload('2.0.0'), store);
    const error = await refusal(restoreVersion('greeter', '1.5.0', store));
    expect(error?.message).toMatch(/rotten/);
    expect(await answer()).toBe('2.0.0');
  });

  it('knows no version that is not kept, and no path', async () => {
    const { store, upload } = await setUp();
    await installPlugin(upload('1.0.0'), store);
    expect(await refusal(restoreVersion('greeter', '7.0.0', store))).toMatchObject({
      code: 'PLUGIN_NOT_FOUND',
      hint: 'There are: 1.0.0.',
    });
    expect(await refusal(restoreVersion('../greeter', '1.0.0', store))).toMatchObject({
      code: 'PLUGIN_NOT_FOUND',
    });
  });
});

describe('removePlugin', () => {
  it('takes the plugin away with all its versions', async () => {
    const { store, storeDir, plugins, upload } = await setUp();
    await installPlugin(upload('1.0.0'), store);
    await installPlugin(upload('2.0.0'), store);
    expect(await removePlugin('Greeter', store)).toMatchObject({ slug: 'greeter', version: '2.0.0' });
    expect(plugins.list()).toEqual([]);
    expect(readdirSync(storeDir)).toEqual([]);
    expect((await installPlugin(upload('3.0.0'), store)).replaced).toBeUndefined();
  });
});
