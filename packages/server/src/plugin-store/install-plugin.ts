import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CadenceError, type PluginInUse, type Problem } from '@cadence-agents/contracts';
import type { PluginListing, PluginTrial } from '@cadence-agents/engine';
import { keepVersion, MOST_KEPT } from './kept-versions.ts';
import { packPlugin } from './pack-plugin.ts';
import { notInstalled, openStoreDir, type PluginStore } from './plugin-store.ts';
import { stagePlugin } from './stage-plugin.ts';
import { takeOver } from './take-over.ts';
import { takeUp } from './unpack-installed.ts';

export interface InstalledPlugin {
  listing: PluginListing;
  /** The version that was in its place before. */
  replaced: string | undefined;
}

interface Origin {
  /** What the source is called in messages. */
  name?: string;
  /** Who installs it. */
  by?: string | null;
}

/**
 * Installs a folder, an archive or a package of the registry under its slug. It is tried out beside the store, in a
 * process of its own, before anything changes; when it does not work in its place, what was there comes back. A
 * refusal is a `PLUGIN_INVALID` with all problems in its details, or `ISOLATION_UNAVAILABLE`.
 */
export function installPlugin(
  source: string,
  store: PluginStore,
  origin: Origin = {},
): Promise<InstalledPlugin> {
  return store.inTurn(() => install(source, store, origin));
}

async function install(
  source: string,
  store: PluginStore,
  { name = source, by = null }: Origin,
): Promise<InstalledPlugin> {
  const { plugins, versions } = store;
  const storeDir = await openStoreDir(store);
  const staging = await mkdtemp(join(storeDir, '.staging-'));
  try {
    const folder = await realpath(await stagePlugin(source, staging, name));
    const plugin = accepted(name, folder, await plugins.tryOut(folder));
    const { slug } = plugin;
    // With the packages that it was given to be tried out, or what pins them.
    const archive = await packPlugin(name, folder);
    await takeOver(store);
    const before = (await versions.inUse()).find((each) => each.slug === slug);
    await keepVersion(storeDir, folder, plugin);
    await versions.install({ ...plugin, by, archive }, MOST_KEPT);
    const listing = await takeUp(name, slug, store).catch(async (error: unknown) => {
      await putBack(slug, before, store);
      throw error;
    });
    return { listing, replaced: before?.version ?? undefined };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function putBack(slug: string, before: PluginInUse | undefined, store: PluginStore): Promise<void> {
  const { versions } = store;
  if (before && before.hash !== null) await versions.use(slug, before.hash);
  else await versions.remove(slug);
  await takeUp(slug, slug, store).catch(() => {});
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
