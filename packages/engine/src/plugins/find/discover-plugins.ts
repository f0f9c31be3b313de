// Three sources of plugin folders: uploads in the store, directories that the operator names, installed packages.
import { glob, readdir, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CadenceError } from '@cadence-agents/contracts';
import { z } from 'zod';
import type { Log } from '../../log.ts';
import { packageFolder } from '../inspect/missing-dependencies.ts';
import { type PluginManifest, readManifest } from '../inspect/plugin-manifest.ts';
import { type PluginCandidate, type PluginSource, pluginSources } from './plugin-source.ts';

export interface PluginPlaces {
  /** Folders whose package.json names packages and workspaces to look through. */
  roots: readonly string[];
  /** A path, several, or a JSON list; each is a plugin's folder or a folder of plugins. */
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

const listSchema = z.array(z.string().min(1));

/** The paths in `CADENCE_PLUGINS_DIR`, which holds one path or a JSON list of several. */
export function pluginsDirList(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined || value === '') return [];
  if (typeof value !== 'string') return value;
  if (!value.trimStart().startsWith('[')) return [value];
  try {
    return listSchema.parse(JSON.parse(value));
  } catch (cause) {
    throw new CadenceError('SETTING_INVALID', `CADENCE_PLUGINS_DIR is not a JSON list of paths: ${value}`, {
      hint: 'Give one path, or a list such as ["./plugins", "/srv/plugins"].',
      cause,
    });
  }
}

// A named folder that does not exist becomes a candidate, so that the list shows it as a failed plugin.
async function foldersOrSelf(path: string, log: Log): Promise<string[]> {
  try {
    const folders = await pluginFolders(path);
    if (folders.length === 0) log.warn('no plugin in this folder', { folder: path });
    return folders;
  } catch {
    return [path];
  }
}

/** The path itself if its package.json says that it is a plugin, else the packages directly inside it. */
async function pluginFolders(path: string): Promise<string[]> {
  if (await isPluginFolder(path)) return [path];
  const entries = await readdir(path);
  const folders = entries
    .filter((name) => name !== 'node_modules' && !name.startsWith('.'))
    .sort()
    .map((name) => join(path, name));
  const packages = await Promise.all(folders.map(hasManifest));
  return folders.filter((_, index) => packages[index]);
}

// A broken package.json more likely belongs to a plugin than to a folder of plugins.
async function isPluginFolder(path: string): Promise<boolean> {
  const { manifest } = await readManifest(path);
  return manifest ? manifest.cadence !== undefined : hasManifest(path);
}

async function hasManifest(folder: string): Promise<boolean> {
  return stat(join(folder, 'package.json')).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** The plugins among the packages that a root depends on, and among its workspaces. */
async function packageFolders(root: string): Promise<string[]> {
  const { manifest } = await readManifest(root);
  if (!manifest) return [];
  const names = Object.keys({
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
    ...manifest.dependencies,
  });
  const installed = await Promise.all(names.map((name) => packageFolder(name, root)));
  const folders = [
    ...installed.filter((folder) => folder !== undefined),
    ...(await workspaceFolders(root, manifest)),
  ];
  const isPlugin = await Promise.all(folders.map(namesPluginModule));
  return folders.filter((_, index) => isPlugin[index]).sort();
}

async function workspaceFolders(root: string, { workspaces = [] }: PluginManifest): Promise<string[]> {
  const patterns = Array.isArray(workspaces) ? workspaces : workspaces.packages;
  const included = patterns.filter((pattern) => !pattern.startsWith('!'));
  const found = await Array.fromAsync(glob(included, { cwd: root }));
  return found.map((folder) => join(root, folder));
}

async function namesPluginModule(folder: string): Promise<boolean> {
  const { manifest } = await readManifest(folder);
  return manifest?.cadence?.plugin !== undefined;
}
