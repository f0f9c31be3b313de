import { mkdir, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../log.ts';
import { temporaryFolder, writeFiles, writePlugin } from '../plugin-folder.fixture.ts';
import { discoverPlugins, type PluginPlaces, pluginsDirList } from './discover-plugins.ts';

async function found(root: string, places: Partial<PluginPlaces>): Promise<string[]> {
  const candidates = await discoverPlugins({ roots: [], ...places }, silentLog);
  return candidates.map(({ source, folder }) => `${source} ${relative(root, folder)}`);
}

describe('discoverPlugins', () => {
  it('finds plugins among the packages that a root depends on, and only those', async () => {
    const root = await writeFiles(await temporaryFolder(), {
      'package.json': { dependencies: { 'p-one': '1', '@x/p-two': '1', plain: '1', gone: '1' } },
      'node_modules/plain/package.json': { name: 'plain' },
    });
    await writePlugin(join(root, 'node_modules/p-one'));
    await writePlugin(join(root, 'node_modules/@x/p-two'));
    await writePlugin(join(root, 'node_modules/not-a-dependency'));
    expect(await found(root, { roots: [root] })).toEqual([
      'package node_modules/@x/p-two',
      'package node_modules/p-one',
    ]);
  });

  it('finds workspace packages, once even when they are linked too', async () => {
    const root = await writeFiles(await temporaryFolder(), {
      'package.json': { workspaces: ['plugins/*'], dependencies: { linked: '*' } },
      'plugins/library/package.json': { name: 'library' },
    });
    await writePlugin(join(root, 'plugins/linked'));
    await mkdir(join(root, 'node_modules'));
    await symlink(join(root, 'plugins/linked'), join(root, 'node_modules/linked'));
    expect(await found(root, { roots: [root, root] })).toEqual(['package plugins/linked']);
  });

  it('finds a package that is installed further up', async () => {
    const root = await writeFiles(await temporaryFolder(), {
      'app/package.json': { dependencies: { hoisted: '1' } },
    });
    await writePlugin(join(root, 'node_modules/hoisted'));
    expect(await found(root, { roots: [join(root, 'app')] })).toEqual(['package node_modules/hoisted']);
  });

  it('takes a path as a plugin’s folder or as a folder of plugins', async () => {
    const root = await temporaryFolder();
    await writePlugin(join(root, 'single'));
    await writePlugin(join(root, 'many/b'));
    await writePlugin(join(root, 'many/a'));
    await writeFiles(root, {
      'many/notes/readme.txt': 'no plugin',
      'many/.hidden/package.json': {},
      'many/node_modules/x/package.json': {},
      'many/broken/package.json': '{',
    });
    const pluginsDir = [join(root, 'single'), join(root, 'many')];
    const expected = ['directory single', 'directory many/a', 'directory many/b', 'directory many/broken'];
    expect(await found(root, { pluginsDir })).toEqual(expected);
    expect(await found(root, { pluginsDir: JSON.stringify(pluginsDir) })).toEqual(expected);
    expect(await found(root, { pluginsDir: join(root, 'single') })).toEqual(['directory single']);
  });

  it('keeps a folder that was asked for and is not there, for the list to show', async () => {
    const root = await temporaryFolder();
    expect(await found(root, { pluginsDir: join(root, 'gone') })).toEqual(['directory gone']);
  });

  it('looks into no directories when they are switched off', async () => {
    const root = await temporaryFolder();
    await writePlugin(join(root, 'single'));
    expect(await found(root, { pluginsDir: root, enableDirectoryPlugins: false })).toEqual([]);
  });

  it('looks into the store of uploads, which need not exist yet', async () => {
    const root = await temporaryFolder();
    expect(await found(root, { storeDir: join(root, 'store') })).toEqual([]);
    await writePlugin(join(root, 'store/uploaded'));
    expect(await found(root, { storeDir: join(root, 'store') })).toEqual(['uploaded store/uploaded']);
  });

  it('counts a folder that two sources name to the stronger one', async () => {
    const root = await temporaryFolder();
    await writePlugin(join(root, 'plugins/a'));
    await writeFiles(root, { 'package.json': { workspaces: ['plugins/*'] } });
    expect(await found(root, { roots: [root], pluginsDir: join(root, 'plugins') })).toEqual([
      'directory plugins/a',
    ]);
  });
});

describe('pluginsDirList', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['./plugins', ['./plugins']],
    ['["a", "b"]', ['a', 'b']],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
  ])('reads %j', (value, paths) => {
    expect(pluginsDirList(value)).toEqual(paths);
  });

  it.each(['["a"', '[1]', '[""]'])('refuses %s', (value) => {
    expect(() => pluginsDirList(value)).toThrow('CADENCE_PLUGINS_DIR');
  });
});
