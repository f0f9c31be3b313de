// The installed plugins of several processes, each with a folder of its own or with one folder between them.
import { cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PluginVersionStore } from '@cadence-agents/contracts';
import { createPluginHost, silentLog } from '@cadence-agents/engine';
import { sqliteTestDatabase } from '@cadence-agents/storage/testing';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { packedPlugin } from '../http/packed-plugin.fixture.ts';
import { installPlugin } from './install-plugin.ts';
import { openPluginStore } from './open-plugin-store.ts';
import type { PluginStore } from './plugin-store.ts';
import { removePlugin } from './remove-plugin.ts';
import { restoreVersion } from './restore-version.ts';

let folder: string;
let connect: () => Promise<PluginVersionStore>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cadence-shared-'));
  const test = await sqliteTestDatabase();
  connect = async () => (await test.connect()).store.pluginVersions;
  onTestFinished(async () => {
    await test.dispose();
    rmSync(folder, { recursive: true });
  });
});

/** The plugins of a process; its folder is named. */
async function open(name: string): Promise<PluginStore> {
  const storeDir = join(folder, name);
  const plugins = createPluginHost({ roots: [], storeDir });
  onTestFinished(() => plugins.close());
  return openPluginStore({ plugins, storeDir, versions: await connect(), log: silentLog });
}

async function archive(version: string): Promise<string> {
  const file = join(folder, `greeter-${version}.tgz`);
  writeFileSync(file, await (await packedPlugin('greeter', undefined, version)).bytes());
  return file;
}

const install = async (store: PluginStore, version: string) =>
  installPlugin(await archive(version), store, { by: 'a key' });
const serving = ({ plugins }: PluginStore) => plugins.get('greeter')?.metadata.version;

it('what one process installs, restores and removes is taken up by the other', async () => {
  const [a, b] = [await open('a'), await open('b')];
  await install(a, '1.0.0');
  expect(serving(b)).toBeUndefined();
  expect(await b.refresh()).toBe(true);
  expect(serving(b)).toBe('1.0.0');
  expect(b.plugins.get('greeter')?.hash).toBe(a.plugins.get('greeter')?.hash);
  expect(b.plugins.list()).toMatchObject([
    { source: 'uploaded', isolation: expect.not.stringMatching('none') },
  ]);
  expect(await b.refresh()).toBe(false);

  await install(b, '2.0.0');
  await a.refresh();
  expect(serving(a)).toBe('2.0.0');
  await restoreVersion('greeter', '1.0.0', a);
  await b.refresh();
  expect(serving(b)).toBe('1.0.0');
  await removePlugin('greeter', b);
  await a.refresh();
  expect([a, b].map(serving)).toEqual([undefined, undefined]);
  expect(['a', 'b'].map((name) => readdirSync(join(folder, name)))).toEqual([[], []]);
});

it('a process that starts later has what is installed, and nothing that was removed meanwhile', async () => {
  const a = await open('a');
  await install(a, '1.0.0');
  expect(serving(await open('later'))).toBe('1.0.0');
  await removePlugin('greeter', a);
  expect(serving(await open('later'))).toBeUndefined();
  expect(readdirSync(join(folder, 'later'))).toEqual([]);
});

it('what was changed in the folder is unpacked anew', async () => {
  const a = await open('a');
  await install(a, '1.0.0');
  writeFileSync(join(folder, 'a', 'greeter', 'src', 'index.ts'), 'throw new Error("changed");');
  expect(serving(await open('a'))).toBe('1.0.0');
});

it('a folder from before is taken over with its versions, once, by two processes at the same time', async () => {
  const old = await open('old');
  await install(old, '1.0.0');
  await install(old, '2.0.0');
  const fresh = await sqliteTestDatabase();
  onTestFinished(() => fresh.dispose());
  connect = async () => (await fresh.connect()).store.pluginVersions;
  const versions = await connect();
  const stores = await Promise.all([open('old'), open('old')]);
  expect(stores.map(serving)).toEqual(['2.0.0', '2.0.0']);
  expect(await versions.list('greeter')).toMatchObject([
    { version: '2.0.0', inUse: true, by: null },
    { version: '1.0.0', inUse: false },
  ]);
  const elsewhere = await open('elsewhere');
  expect(serving(elsewhere)).toBe('2.0.0');
  await restoreVersion('greeter', '1.0.0', elsewhere);
  await removePlugin('greeter', elsewhere);
  expect(serving(await open('old'))).toBeUndefined();
});

it('a folder put there by hand is taken over, also in place of what is installed', async () => {
  const a = await open('a');
  await install(a, '1.0.0');
  await install(a, '2.0.0');
  const versions = join(folder, 'a', '.versions', 'greeter');
  const first = readdirSync(versions).find((name) => name.startsWith('1.0.0'));
  const target = join(folder, 'b', 'my-own-greeter');
  cpSync(join(versions, first ?? ''), target, { recursive: true });
  const b = await open('b');
  expect(serving(b)).toBe('1.0.0');
  expect(existsSync(target)).toBe(false);
  expect(lstatSync(join(folder, 'b', 'greeter')).isSymbolicLink()).toBe(true);
  await a.refresh();
  expect(serving(a)).toBe('1.0.0');
});

it('two processes install at once: both end up with the same', async () => {
  const [a, b] = [await open('a'), await open('b')];
  await Promise.all([install(a, '1.0.0'), install(b, '2.0.0')]);
  await Promise.all([a.refresh(), b.refresh()]);
  await Promise.all([a.refresh(), b.refresh()]);
  expect(serving(a)).toBe(serving(b));
  expect((await a.versions.list('greeter')).filter(({ inUse }) => inUse)).toMatchObject([
    { version: serving(a) },
  ]);
});
