import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CadenceError } from '@cadence/contracts';
import {
  checkPlugin,
  createPluginHost,
  type PluginBundle,
  type PluginHost,
  type PluginListing,
} from '@cadence/engine';
import { stagePlugin } from './stage-plugin.ts';
import { swapIn } from './swap-in.ts';

export interface PluginStore {
  /** The plugins in use; they take up the change. */
  plugins: PluginHost;
  storeDir: string;
}

export interface InstalledPlugin {
  listing: PluginListing;
  /** The version that was in its place before. */
  replaced: string | undefined;
}

/**
 * Installs a folder, an archive or a package of the registry under its slug. It is tried out beside the store
 * before anything in the store changes; when it does not work there, what was in its place comes back.
 */
export async function installPlugin(source: string, store: PluginStore): Promise<InstalledPlugin> {
  await mkdir(store.storeDir, { recursive: true });
  const storeDir = await realpath(store.storeDir);
  // A name with a dot in front is no plugin's.
  const staging = await mkdtemp(join(storeDir, '.staging-'));
  try {
    const folder = await stagePlugin(source, staging);
    const { slug } = await tryOut(source, folder);
    const target = join(storeDir, slug);
    const replaced = store.plugins.list().find((plugin) => plugin.folder === target)?.version;
    const undo = await swapIn(folder, target, staging);
    try {
      return { listing: await takenUp(source, target, store.plugins), replaced };
    } catch (error) {
      await undo();
      await store.plugins.reload();
      throw error;
    }
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Loads the plugin where nobody uses it, with the packages it asks for. */
async function tryOut(source: string, folder: string): Promise<PluginBundle> {
  const place = await realpath(folder);
  // Without a log: what is wrong is in the error, under the name that was given.
  const host = createPluginHost({ roots: [], pluginsDir: [place] });
  await host.load();
  const bundle = host.bundles().find((candidate) => candidate.folder === place);
  if (bundle) return bundle;
  const problems = await checkPlugin(place);
  const reason = host.list().find((listing) => listing.folder === place)?.reason;
  const lines = reason ?? problems.map(({ path, message }) => `${path}: ${message}`).join('\n');
  throw refused(source, lines.replaceAll(place, source), problems);
}

async function takenUp(source: string, target: string, plugins: PluginHost): Promise<PluginListing> {
  await plugins.reload();
  const place = await realpath(target);
  const listing = plugins.list().find((candidate) => candidate.folder === place);
  if (listing?.status === 'loaded' && listing.reason === undefined) return listing;
  throw refused(source, listing?.reason ?? 'It was not found after it was put in place.', undefined);
}

function refused(source: string, reason: string, details: unknown): CadenceError {
  return new CadenceError('PLUGIN_INVALID', `"${source}" was not installed:\n${reason}`, {
    hint: 'Mend what is listed and install it again; nothing was changed.',
    details,
  });
}
