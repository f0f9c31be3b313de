import { lstat, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CadenceError } from '@cadence/contracts';
import type { PluginHost, PluginListing } from '@cadence/engine';
import type { Settings } from '../settings/setting-table.ts';

/** Where installed plugins are kept, and who uses them. */
export interface PluginStore {
  /** The plugins in use; they take up the change. */
  plugins: PluginHost;
  storeDir: string;
}

/** The folder that the settings have installed plugins kept in. */
export function pluginStoreDir({ storePlugin, dataDir }: Settings): string {
  return storePlugin ?? join(dataDir, 'plugins');
}

const LEFT_BEHIND_MS = 60 * 60 * 1000;

/** The real path of the folder, made if it is not there, without what a process that died left in it. */
export async function openStoreDir({ storeDir }: PluginStore): Promise<string> {
  await mkdir(storeDir, { recursive: true });
  const folder = await realpath(storeDir);
  // No plugin has such a name. What is younger may be at work.
  const leftovers = (await readdir(folder)).filter((name) => /^\.(?:staging|removed|next)-/.test(name));
  for (const path of leftovers.map((name) => join(folder, name))) {
    const found = await lstat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS)
      await rm(path, { recursive: true, force: true });
  }
  return folder;
}

/** Has the plugins take up what is now in a plugin's place, and makes sure that they use it. */
export async function takeUp(name: string, place: string, { plugins }: PluginStore): Promise<PluginListing> {
  await plugins.reload();
  const folder = await realpath(place);
  const listing = plugins.list().find((candidate) => candidate.folder === folder);
  if (listing?.status === 'loaded' && listing.reason === undefined) return listing;
  throw notInstalled(name, listing?.reason ?? 'It was not found after it was put in place.', undefined);
}

export function notInstalled(name: string, reason: string, details: unknown): CadenceError {
  return new CadenceError('PLUGIN_INVALID', `"${name}" was not installed:\n${reason}`, {
    hint: 'Mend what is listed and install it again; nothing was changed.',
    details,
  });
}
