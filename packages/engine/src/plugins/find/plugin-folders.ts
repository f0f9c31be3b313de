import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest } from '../inspect/plugin-manifest.ts';

/** A path as plugin folders: itself if its package.json says so, else the packages directly inside it. */
export async function pluginFolders(path: string): Promise<string[]> {
  if (await isPluginFolder(path)) return [path];
  const entries = await readdir(path);
  const folders = entries
    .filter((name) => name !== 'node_modules' && !name.startsWith('.'))
    .sort()
    .map((name) => join(path, name));
  const packages = await Promise.all(folders.map(hasManifest));
  return folders.filter((_, index) => packages[index]);
}

// A package.json with a fault in it is more likely a plugin's than the sign of a folder of plugins.
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
