import type { PluginStore } from './plugin-store.ts';
import { takeOver } from './take-over.ts';
import { unpackInstalled } from './unpack-installed.ts';

/** Loads the plugins, the installed ones as the database has them. */
export async function openPluginStore(
  setup: Pick<PluginStore, 'plugins' | 'storeDir' | 'versions' | 'log'>,
): Promise<PluginStore> {
  const { plugins, versions } = setup;
  let last: Promise<unknown> = Promise.resolve();
  let seen = '';
  const unpack = async () => {
    const inUse = await versions.inUse();
    const found = JSON.stringify(inUse);
    if (found === seen) return false;
    await unpackInstalled(setup, inUse);
    seen = found;
    return true;
  };
  const store: PluginStore = {
    ...setup,
    unpack,
    inTurn(work) {
      const next = last.then(work, work);
      last = next;
      return next;
    },
    refresh: () =>
      store.inTurn(async () => {
        const isNew = await unpack();
        if (isNew) await plugins.reload();
        return isNew;
      }),
    reload: () =>
      store.inTurn(async () => {
        await unpack();
        const report = await plugins.reload();
        if (await takeOver(setup)) await plugins.reload();
        return report;
      }),
  };
  await store.inTurn(async () => {
    await unpack();
    await plugins.load();
    if (await takeOver(setup)) await plugins.reload();
  });
  return store;
}
