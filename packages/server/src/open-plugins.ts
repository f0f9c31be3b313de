import { join } from 'node:path';
import type { JsonValue, PluginVersionStore } from '@cadence-agents/contracts';
import { createPluginHost, type Log } from '@cadence-agents/engine';
import { openPluginStore } from './plugin-store/open-plugin-store.ts';
import { type PluginStore, pluginStoreDir } from './plugin-store/plugin-store.ts';
import type { Settings } from './settings/setting-table.ts';

const root = join(import.meta.dirname, '../../..');

interface PluginSurroundings {
  env?: () => Readonly<Record<string, string | undefined>>;
  /** Whether the plugin of this slug was turned off. */
  isOff?: (slug: string) => boolean;
  /** What was entered for the plugin of this slug. */
  configOf?: (slug: string) => JsonValue | undefined;
}

/** The plugins that the settings name, loaded. */
export async function openPlugins(
  settings: Settings,
  versions: PluginVersionStore,
  log: Log,
  { env = () => process.env, isOff, configOf }: PluginSurroundings = {},
): Promise<PluginStore> {
  const storeDir = pluginStoreDir(settings);
  const plugins = createPluginHost({
    // Those that come with Cadence, and those of the project in which it runs.
    roots: [root, process.cwd()],
    pluginsDir: settings.pluginsDir,
    enableDirectoryPlugins: settings.enableDirectoryPlugins,
    storeDir,
    ...(isOff && { isOff }),
    ...(configOf && { configOf }),
    isolation: {
      apart: settings.isolatedPlugins,
      demand: settings.pluginIsolation,
      memoryMb: settings.pluginMemoryMb,
      network: settings.pluginNetwork,
      secrets: () => allowedSecrets(settings, env()),
    },
    log,
  });
  return openPluginStore({ plugins, storeDir, versions, log });
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
