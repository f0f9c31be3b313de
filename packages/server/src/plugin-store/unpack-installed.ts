// The folder of a process follows the database: what is in use there is unpacked here, what was removed goes.
import { lstat, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CadenceError, type PluginInUse } from '@cadence-agents/contracts';
import { folderHash, type PluginListing } from '@cadence-agents/engine';
import { dropVersions, keepVersion, useVersion, versionFolder } from './kept-versions.ts';
import { notInstalled, openStoreDir, type PluginStore } from './plugin-store.ts';
import { unpackArchive } from './unpack-archive.ts';

type Setup = Pick<PluginStore, 'storeDir' | 'versions' | 'log'>;

/** One that cannot be unpacked does not keep the others away. */
export async function unpackInstalled(setup: Setup, inUse: readonly PluginInUse[]): Promise<void> {
  if (inUse.length === 0) return;
  const storeDir = await openStoreDir(setup);
  for (const { slug, version, hash } of inUse) {
    try {
      if (version === null || hash === null) await clearAway(storeDir, slug);
      else await bringIn({ ...setup, storeDir }, { slug, version, hash });
    } catch (error) {
      setup.log.error('an installed plugin cannot be unpacked', { plugin: slug, version, error });
    }
  }
}

/** Has the plugins take up the version that is now in use, and makes sure that they use it. */
export async function takeUp(name: string, slug: string, store: PluginStore): Promise<PluginListing> {
  const { plugins, storeDir } = store;
  await store.unpack();
  await plugins.reload();
  const folder = await realpath(join(storeDir, slug)).catch(() => undefined);
  const listing = plugins.list().find((candidate) => candidate.folder === folder);
  const isSound = listing?.status === 'loaded' || listing?.status === 'off';
  if (isSound && listing.reason === undefined) return listing;
  throw notInstalled(name, listing?.reason ?? 'It was not found after it was put in place.', undefined);
}

interface Version {
  slug: string;
  version: string;
  hash: string;
}

async function bringIn(setup: Setup, plugin: Version): Promise<void> {
  const { storeDir, versions } = setup;
  const { slug, hash } = plugin;
  refusePaths(plugin);
  const kept = versionFolder(storeDir, plugin);
  // What was changed in the folder by hand is not what was installed.
  if ((await hashOf(kept)) !== hash) {
    await rm(kept, { recursive: true, force: true });
    await unpack(setup, plugin);
  }
  if (await useVersion(storeDir, slug, kept)) await dropVersions(storeDir, slug, await versions.list(slug));
}

async function unpack({ storeDir, versions }: Setup, plugin: Version): Promise<void> {
  const { slug, version, hash } = plugin;
  const archive = await versions.archive(slug, hash);
  // Another version was put in use meanwhile: whoever did that says so.
  if (!archive)
    throw new CadenceError('PLUGIN_NOT_FOUND', `The version ${version} of "${slug}" is not kept.`);
  const staging = await mkdtemp(join(storeDir, '.staging-'));
  try {
    const [file, content] = [join(staging, 'plugin.tgz'), join(staging, 'content')];
    await writeFile(file, archive);
    await mkdir(content);
    await unpackArchive(slug, file, content);
    if ((await hashOf(content)) !== hash)
      throw new CadenceError('STORE_CORRUPT', `The stored files of "${slug}" ${version} have changed.`, {
        hint: 'Install it again.',
      });
    await keepVersion(storeDir, content, plugin);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** A folder that somebody put there by hand stays. */
async function clearAway(storeDir: string, slug: string): Promise<void> {
  refusePaths({ slug, version: '0', hash: '0' });
  const place = join(storeDir, slug);
  if ((await lstat(place).catch(() => undefined))?.isSymbolicLink()) await rm(place);
  await dropVersions(storeDir, slug, []);
}

const hashOf = (folder: string) => folderHash(folder).catch(() => undefined);

/** They become parts of paths. */
function refusePaths({ slug, version, hash }: Version): void {
  if (/^[a-z0-9_]+$/.test(slug) && /^[\w.+-]+$/.test(version) && /^\w+$/.test(hash)) return;
  throw new CadenceError('STORE_CORRUPT', `"${slug}" ${version} is not what a plugin can be called.`);
}
