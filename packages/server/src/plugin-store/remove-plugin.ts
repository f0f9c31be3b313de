import { mkdtemp, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CadenceError } from '@cadence/contracts';
import type { PluginListing } from '@cadence/engine';
import { versionsFolder } from './kept-versions.ts';
import { openStoreDir, type PluginStore } from './plugin-store.ts';

/** Takes an installed plugin away, one that does not load too. Folders that Cadence did not make stay. */
export async function removePlugin(name: string, { plugins, storeDir }: PluginStore): Promise<PluginListing> {
  const wanted = name.toLowerCase();
  const named = plugins
    .list()
    .filter(({ slug, name: given, folder }) =>
      [slug, given.toLowerCase(), basename(folder).toLowerCase()].includes(wanted),
    );
  const installed = named.find(({ source }) => source === 'uploaded');
  if (!installed) throw named[0] ? notInstalled(named[0]) : notFound(name);
  const folder = await openStoreDir({ plugins, storeDir });
  const place = await placeOf(installed, folder);
  // Moved before it is deleted: a folder that is half deleted could be loaded.
  const bin = await mkdtemp(join(folder, '.removed-'));
  await rename(place, join(bin, 'plugin'));
  await plugins.reload();
  await rm(bin, { recursive: true, force: true });
  await rm(versionsFolder(folder, basename(place)), { recursive: true, force: true });
  // Goes if it was the last.
  await rmdir(join(folder, '.versions')).catch(() => {});
  return installed;
}

/** The folder in the store that leads to the plugin, or is it. */
async function placeOf(installed: PluginListing, storeDir: string): Promise<string> {
  for (const name of await readdir(storeDir)) {
    const place = join(storeDir, name);
    if (!name.startsWith('.') && (await realpath(place).catch(() => undefined)) === installed.folder)
      return place;
  }
  return installed.folder;
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
