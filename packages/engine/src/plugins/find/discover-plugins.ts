import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Log } from '../../log.ts';
import { packageFolders } from './package-folders.ts';
import { pluginFolders } from './plugin-folders.ts';
import { type PluginCandidate, type PluginSource, pluginSources } from './plugin-source.ts';
import { pluginsDirList } from './plugins-dir-list.ts';

export interface PluginPlaces {
  /** Folders whose package.json names packages and workspaces to look through. */
  roots: readonly string[];
  /** A path, several, or a JSON list; each is a plugin's folder or a folder of such. */
  pluginsDir?: string | readonly string[] | undefined;
  /** Default true. */
  enableDirectoryPlugins?: boolean | undefined;
  /** Where uploaded plugins are kept; it need not exist yet. */
  storeDir?: string | undefined;
}

/** Every plugin folder once, those of the stronger sources first. */
export async function discoverPlugins(places: PluginPlaces, log: Log): Promise<PluginCandidate[]> {
  const { roots, pluginsDir, enableDirectoryPlugins = true, storeDir } = places;
  const directories = enableDirectoryPlugins ? pluginsDirList(pluginsDir) : [];
  const paths: Record<PluginSource, string[]> = {
    uploaded: storeDir === undefined ? [] : await pluginFolders(resolve(storeDir)).catch(() => []),
    directory: (await Promise.all(directories.map((path) => foldersOrSelf(resolve(path), log)))).flat(),
    package: (await Promise.all(roots.map((root) => packageFolders(resolve(root))))).flat(),
  };
  const candidates = new Map<string, PluginCandidate>();
  for (const source of pluginSources) {
    for (const path of paths[source]) {
      const folder = await realpath(path).catch(() => path);
      if (!candidates.has(folder)) candidates.set(folder, { folder, source });
    }
  }
  return [...candidates.values()];
}

// A folder that was asked for and is not there is listed as a failed plugin, so that it does not go unnoticed.
async function foldersOrSelf(path: string, log: Log): Promise<string[]> {
  try {
    const folders = await pluginFolders(path);
    if (folders.length === 0) log.warn('no plugin in this folder', { folder: path });
    return folders;
  } catch {
    return [path];
  }
}
