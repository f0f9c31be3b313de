// What lies in the folder and the database has not: of a time when plugins were kept in the folder alone, or put there
// by hand. It is taken over, so that every process has it.
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { NewPluginVersion, PluginInUse } from '@cadence-agents/contracts';
import { folderHash, type PluginListing } from '@cadence-agents/engine';
import { keepVersion, MOST_KEPT, useVersion, versionsFolder } from './kept-versions.ts';
import { packPlugin } from './pack-plugin.ts';
import type { PluginStore } from './plugin-store.ts';

type Setup = Pick<PluginStore, 'plugins' | 'storeDir' | 'versions' | 'log'>;

/** Two processes may do so at once. The answer is whether anything lies in another place now. */
export async function takeOver({ plugins, versions, log, ...setup }: Setup): Promise<boolean> {
  const uploaded = plugins.list().filter(({ source, hash }) => source === 'uploaded' && hash !== undefined);
  if (uploaded.length === 0) return false;
  const storeDir = await realpath(setup.storeDir);
  const inUse = await versions.inUse();
  let moved = false;
  for (const listing of uploaded) {
    try {
      moved = (await takeOverPlugin({ storeDir, versions }, listing, inUse)) || moved;
    } catch (error) {
      // It goes on serving here, from where it lies.
      log.error('a plugin cannot be taken over into the database', { plugin: listing.slug, error });
    }
  }
  return moved;
}

async function takeOverPlugin(
  { storeDir, versions }: Pick<PluginStore, 'storeDir' | 'versions'>,
  { slug, version = '0.0.0', hash = '', folder }: PluginListing,
  inUse: readonly PluginInUse[],
): Promise<boolean> {
  const place = await placeOf(folder, storeDir);
  const isByHand = place !== undefined && (await lstat(place)).isDirectory();
  const isKnown = inUse.some((plugin) => plugin.slug === slug);
  if (isKnown && !isByHand) return false;
  const plugin = { slug, version, hash, by: null, archive: await packPlugin(slug, folder) };
  const earlier = await earlierVersions(storeDir, slug, hash);
  const isAdopted = await versions.adopt([...earlier, plugin]);
  // Whoever puts a folder in the place of one that is known wants that one.
  if (!isAdopted && isByHand) await versions.install(plugin, MOST_KEPT);
  if (!isByHand) return false;
  await useVersion(storeDir, slug, await keepVersion(storeDir, place, plugin));
  return true;
}

/** The versions that lie beside the one in use, those used last at the end. */
async function earlierVersions(storeDir: string, slug: string, inUse: string): Promise<NewPluginVersion[]> {
  const folder = versionsFolder(storeDir, slug);
  const found = await Promise.all(
    (await readdir(folder).catch(() => [])).map(async (name) => {
      const path = join(folder, name);
      const [{ mtimeMs }, hash] = [await stat(path), await folderHash(path)];
      return { path, mtimeMs, hash, version: name.slice(0, name.lastIndexOf('-')) };
    }),
  );
  const earlier = found
    .filter(({ hash }) => hash !== inUse)
    .sort((a, b) => a.mtimeMs - b.mtimeMs)
    .slice(1 - MOST_KEPT);
  return Promise.all(
    earlier.map(async ({ path, hash, version }) => ({
      ...{ slug, hash, version, by: null },
      archive: await packPlugin(slug, path),
    })),
  );
}

/** The folder in the store that leads to the plugin, or is it. */
export async function placeOf(folder: string, storeDir: string): Promise<string | undefined> {
  for (const name of await readdir(storeDir)) {
    const place = join(storeDir, name);
    if (!name.startsWith('.') && (await realpath(place).catch(() => undefined)) === folder) return place;
  }
  return undefined;
}
