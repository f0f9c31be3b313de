import { join } from 'node:path';
import { createPluginHost, type Log, type PluginHost } from '@cadence/engine';
import { pluginStoreDir } from './plugin-store/plugin-store.ts';
import type { Settings } from './settings/setting-table.ts';

const root = join(import.meta.dirname, '../../..');

/** The plugins that the settings name, loaded. */
export async function openPlugins(
  settings: Settings,
  log: Log,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<PluginHost> {
  const plugins = createPluginHost({
    // Those that come with Cadence, and those of the project in which it runs.
    roots: [root, process.cwd()],
    pluginsDir: settings.pluginsDir,
    enableDirectoryPlugins: settings.enableDirectoryPlugins,
    storeDir: pluginStoreDir(settings),
    isolation: {
      apart: settings.isolatedPlugins,
      demand: settings.pluginIsolation,
      memoryMb: settings.pluginMemoryMb,
      network: settings.pluginNetwork,
      secrets: allowedSecrets(settings, env),
    },
    log,
  });
  await plugins.load();
  return plugins;
}

/** The variables that plugins in processes of their own may ask for. */
function allowedSecrets(
  { pluginSecrets }: Settings,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    pluginSecrets.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
}
