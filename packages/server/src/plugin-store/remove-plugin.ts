import { mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CadenceError } from '@cadence-agents/contracts';
import type { PluginListing } from '@cadence-agents/engine';
import { dropVersions } from './kept-versions.ts';
import { openStoreDir, type PluginStore } from './plugin-store.ts';
import { placeOf } from './take-over.ts';

/** Takes an installed plugin away, one that does not load too. Folders that Cadence did not make stay. */
export function removePlugin(name: string, store: PluginStore): Promise<PluginListing> {
  return store.inTurn(() => remove(name, store));
}

async function remove(name: string, store: PluginStore): Promise<PluginListing> {
  const { plugins, versions } = store;
  const wanted = name.toLowerCase();
  const named = plugins
    .list()
    .filter(({ slug, name: given, folder }) =>
      [slug, given.toLowerCase(), basename(folder).toLowerCase()].includes(wanted),
    );
  const installed = named.find(({ source }) => source === 'uploaded');
  if (!installed) throw named[0] ? notInstalled(named[0]) : notFound(name);
  const storeDir = await openStoreDir(store);
  const place = (await placeOf(installed.folder, storeDir)) ?? installed.folder;
  await versions.remove(basename(place));
  // Moved before it is deleted: a folder that is half deleted could be loaded. Another process may have done so.
  const bin = await mkdtemp(join(storeDir, '.removed-'));
  await rename(place, join(bin, 'plugin')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await plugins.reload();
  await rm(bin, { recursive: true, force: true });
  await dropVersions(storeDir, basename(place), []);
  await store.unpack();
  return installed;
}

function notInstalled({ slug, source, folder }: PluginListing): CadenceError {
  const hint =
    source === 'directory'
      ? `Take it out of CADENCE_PLUGINS_DIR, or delete the folder "${folder}".`
      : `It is the package in "${folder}": take it out of the package.json that names it.`;
  return new CadenceError('INPUT_INVALID', `The plugin "${slug}" was not installed by Cadence.`, { hint });
}

function notFound(name: string): CadenceError {
  return new CadenceError('PLUGIN_NOT_FOUND', `There is no plugin "${name}".`, {
    hint: 'See which there are: cadence plugin list',
  });
}
