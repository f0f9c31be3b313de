import { lstat, mkdtemp, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CadenceError, type Problem } from '@cadence/contracts';
import type { PluginListing, PluginTrial } from '@cadence/engine';
import { dropOldVersions, keepVersion, useVersion } from './kept-versions.ts';
import { notInstalled, openStoreDir, type PluginStore, takeUp } from './plugin-store.ts';
import { stagePlugin } from './stage-plugin.ts';

export interface InstalledPlugin {
  listing: PluginListing;
  /** The version that was in its place before. */
  replaced: string | undefined;
}

/**
 * Installs a folder, an archive or a package of the registry under its slug. It is tried out beside the store, in a
 * process of its own, before anything in the store changes; when it does not work there, what was in its place comes
 * back. A refusal is a `PLUGIN_INVALID` with all problems in its details, or `ISOLATION_UNAVAILABLE`; `name` is what
 * the source is called in it.
 */
export async function installPlugin(
  source: string,
  store: PluginStore,
  name = source,
): Promise<InstalledPlugin> {
  const storeDir = await openStoreDir(store);
  const staging = await mkdtemp(join(storeDir, '.staging-'));
  try {
    const folder = await realpath(await stagePlugin(source, staging, name));
    const plugin = accepted(name, folder, await store.plugins.tryOut(folder));
    const place = join(storeDir, plugin.slug);
    const replaced = await versionIn(place, store);
    await adoptFolder(storeDir, plugin.slug, store);
    const kept = await keepVersion(storeDir, folder, plugin);
    const undo = await useVersion(storeDir, plugin.slug, kept);
    const listing = await takeUp(name, place, store).catch(async (error: unknown) => {
      await undo();
      await store.plugins.reload();
      throw error;
    });
    await dropOldVersions(storeDir, plugin.slug);
    return { listing, replaced };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

type Accepted = NonNullable<PluginTrial['plugin']>;

function accepted(name: string, folder: string, { plugin, problems }: PluginTrial): Accepted {
  if (plugin) return plugin;
  const faults = problems
    .filter(({ severity }) => severity === 'error')
    .map((problem): Problem => ({ ...problem, message: problem.message.replaceAll(folder, name) }));
  const unavailable = faults.find(({ code }) => code === 'ISOLATION_UNAVAILABLE');
  if (unavailable) {
    const { message, hint } = unavailable;
    throw new CadenceError('ISOLATION_UNAVAILABLE', `"${name}" was not installed: ${message}`, { hint });
  }
  const lines = faults.map(({ path, message }) => `${path.replaceAll(folder, name)}: ${message}`);
  throw notInstalled(name, lines.join('\n'), faults);
}

/** A folder that somebody put into the store by hand becomes the version in use. */
async function adoptFolder(storeDir: string, slug: string, { plugins }: PluginStore): Promise<void> {
  const place = join(storeDir, slug);
  const found = await lstat(place).catch(() => undefined);
  if (!found?.isDirectory()) return;
  const { version = '0.0.0', hash = 'unknown' } = plugins.list().find(({ folder }) => folder === place) ?? {};
  await useVersion(storeDir, slug, await keepVersion(storeDir, place, { slug, version, hash }));
}

async function versionIn(place: string, { plugins }: PluginStore): Promise<string | undefined> {
  const folder = await realpath(place).catch(() => undefined);
  return plugins.list().find((plugin) => plugin.folder === folder)?.version;
}
