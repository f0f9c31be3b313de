// What brings tools: the plugins and the MCP servers.
import { CadenceError, type RunRecord, type Signals, type Store } from '@cadence/contracts';
import type { Log, Workflow } from '@cadence/engine';
import { type McpServers, openMcpServers } from './mcp/mcp-servers.ts';
import { openPlugins } from './open-plugins.ts';
import { followPlugins } from './plugin-store/follow-plugins.ts';
import type { PluginStore } from './plugin-store/plugin-store.ts';
import type { Secrets } from './security/open-secrets.ts';
import type { Settings } from './settings/setting-table.ts';

interface ToolsSetup {
  settings: Settings;
  store: Store;
  signals: Signals;
  secrets: Secrets;
  log: Log;
}

export interface OpenedTools {
  plugins: PluginStore['plugins'];
  pluginStore: PluginStore;
  mcpServers: McpServers;
  /**
   * Makes the workflow of a run. Looks first whether there is something new if the run began with tools that are not
   * here, and waits for servers that are being connected to if it cannot be made without them.
   */
  makeWith(
    run: RunRecord,
    loaded: Readonly<Record<string, string>>,
    make: () => Promise<Workflow>,
  ): Promise<Workflow>;
  close(): Promise<void>;
}

export async function openTools({
  settings,
  store,
  signals,
  secrets,
  log,
}: ToolsSetup): Promise<OpenedTools> {
  const pluginStore = await openPlugins(settings, store.pluginVersions, log, secrets.env());
  const { plugins } = pluginStore;
  const mcpServers = openMcpServers(settings.mcpServers, log, {
    plugins: plugins.bundles,
    allowedHosts: settings.allowedHosts,
    env: secrets.env,
    mask: (text) => secrets.values().mask(text),
  });
  secrets.onChange(mcpServers.renew);
  const followed = followPlugins(pluginStore, signals);
  const orLater = (make: () => Promise<Workflow>): Promise<Workflow> =>
    make().catch(async (error: unknown) => {
      const connecting = mcpServers.tried();
      if (!connecting || !CadenceError.is(error) || error.code !== 'PLUGIN_AWAY') throw error;
      const { promise: changed, resolve } = Promise.withResolvers<void>();
      const stop = mcpServers.onChange(resolve);
      await Promise.race([changed, connecting]).finally(stop);
      return orLater(make);
    });
  return {
    plugins,
    pluginStore,
    mcpServers,
    makeWith(run, loaded, make) {
      const looking = followed.lookFor(run, loaded);
      return looking ? looking.then(() => orLater(make)) : orLater(make);
    },
    async close() {
      followed.stop();
      await Promise.all([mcpServers.close(), plugins.close()]);
    },
  };
}
