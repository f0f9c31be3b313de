import { CadenceError, type PluginVersionRecord } from '@cadence-agents/contracts';
import type { PluginListing } from '@cadence-agents/engine';
import { versionName } from './kept-versions.ts';
import type { PluginStore } from './plugin-store.ts';
import { takeUp } from './unpack-installed.ts';

/** Puts a kept version in use again; if it does not work any more, the present one stays. */
export function restoreVersion(slug: string, version: string, store: PluginStore): Promise<PluginListing> {
  return store.inTurn(async () => {
    const { versions } = store;
    const kept = await versions.list(slug);
    const wanted = kept.find((each) => each.version === version || versionName(each) === version);
    const present = kept.find(({ inUse }) => inUse);
    if (!wanted) throw notKept(slug, version, kept);
    await versions.use(slug, wanted.hash);
    return takeUp(`${slug} ${version}`, slug, store).catch(async (error: unknown) => {
      if (present) await versions.use(slug, present.hash);
      await takeUp(slug, slug, store).catch(() => {});
      throw error;
    });
  });
}

function notKept(slug: string, version: string, versions: readonly PluginVersionRecord[]): CadenceError {
  const kept = versions.map((one) => one.version).join(', ');
  return new CadenceError('PLUGIN_NOT_FOUND', `No version "${version}" of "${slug}" is kept.`, {
    hint: kept === '' ? 'Only installed plugins have versions.' : `There are: ${kept}.`,
  });
}
