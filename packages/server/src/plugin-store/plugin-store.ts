import { lstat, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CadenceError, type PluginVersionStore } from '@cadence-agents/contracts';
import type { Log, PluginHost, ReloadReport } from '@cadence-agents/engine';
import type { Settings } from '../settings/setting-table.ts';

/** The installed plugins: kept in the database, unpacked into a folder of this machine, used by this process. */
export interface PluginStore {
  readonly plugins: PluginHost;
  readonly storeDir: string;
  readonly versions: PluginVersionStore;
  readonly log: Log;
  /** One change at a time: each looks at what is in use, in the database and in the folder, and then changes both. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Brings the folder in line with the database, within a turn; the answer is whether there was anything new. */
  unpack(): Promise<boolean>;
  /**
   * Takes up what was installed, restored or removed, here or by another process; the answer is whether there was
   * anything.
   */
  refresh(): Promise<boolean>;
  /** The same, and what has changed on the disk. */
  reload(): Promise<ReloadReport>;
}

/** The folder that the settings have installed plugins kept in. */
export function pluginStoreDir({ storePlugin, dataDir }: Settings): string {
  return storePlugin ?? join(dataDir, 'plugins');
}

const LEFT_BEHIND_MS = 60 * 60 * 1000;

/** The real path of the folder, made if it is not there, without what a process that died left in it. */
export async function openStoreDir({ storeDir }: Pick<PluginStore, 'storeDir'>): Promise<string> {
  await mkdir(storeDir, { recursive: true });
  const folder = await realpath(storeDir);
  // No plugin has such a name. What is younger may be at work.
  const leftovers = (await readdir(folder)).filter((name) => /^\.(?:staging|removed|next)-/.test(name));
  for (const path of leftovers.map((name) => join(folder, name))) {
    const found = await lstat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS)
      await rm(path, { recursive: true, force: true });
  }
  return folder;
}

export function notInstalled(name: string, reason: string, details: unknown): CadenceError {
  return new CadenceError('PLUGIN_INVALID', `"${name}" was not installed:\n${reason}`, {
    hint: 'Mend what is listed and install it again; nothing was changed.',
    details,
  });
}
