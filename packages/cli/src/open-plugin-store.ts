import { openPlugins, type PluginStore, pluginStoreDir } from '@cadence/server';
import { readSettings } from '@cadence/server/settings';
import { stderrLog } from './stderr-log.ts';

/** The folder of installed plugins, with all plugins loaded. */
export async function openPluginStore(): Promise<PluginStore> {
  const read = await readSettings();
  const plugins = await openPlugins(read.settings, stderrLog(read), read.env);
  return { plugins, storeDir: pluginStoreDir(read.settings) };
}
