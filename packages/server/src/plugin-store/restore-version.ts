import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { CadenceError } from '@cadence/contracts';
import type { PluginListing } from '@cadence/engine';
import { keptVersions, type PluginVersion, useVersion } from './kept-versions.ts';
import { openStoreDir, type PluginStore, takeUp } from './plugin-store.ts';

/** The versions of an installed plugin that are kept, the one used last first; none for any other plugin. */
export async function listVersions(
  slug: string,
  { storeDir }: Pick<PluginStore, 'storeDir'>,
): Promise<PluginVersion[]> {
  const folder = await realpath(storeDir).catch(() => undefined);
  // It becomes part of a path.
  return folder !== undefined && /^[a-z0-9_]+$/.test(slug) ? keptVersions(folder, slug) : [];
}

/** Puts a kept version in use again; if it does not work any more, the present one stays. */
export async function restoreVersion(
  slug: string,
  version: string,
  store: PluginStore,
): Promise<PluginListing> {
  const storeDir = await openStoreDir(store);
  const versions = await listVersions(slug, store);
  const wanted = versions.find(
    ({ version: kept, hash }) => kept === version || `${kept}-${hash}` === version,
  );
  if (!wanted) throw notKept(slug, version, versions);
  const undo = await useVersion(storeDir, slug, wanted.folder);
  return takeUp(`${slug} ${version}`, join(storeDir, slug), store).catch(async (error: unknown) => {
    await undo();
    await store.plugins.reload();
    throw error;
  });
}

function notKept(slug: string, version: string, versions: readonly PluginVersion[]): CadenceError {
  const kept = versions.map((one) => one.version).join(', ');
  return new CadenceError('PLUGIN_NOT_FOUND', `No version "${version}" of "${slug}" is kept.`, {
    hint: kept === '' ? 'Only installed plugins have versions.' : `There are: ${kept}.`,
  });
}
