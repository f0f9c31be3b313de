// What brings tools: the plugins and the MCP servers.
import { CadenceError, type RunRecord, type Signals, type Store } from '@cadence/contracts';
import type { Log, Workflow } from '@cadence/engine';
import { type EnteredServers, followEntered } from './mcp/entered-servers.ts';
import { type McpServers, openMcpServers } from './mcp/mcp-servers.ts';
import { openPlugins } from './open-plugins.ts';
import { followPlugins } from './plugin-store/follow-plugins.ts';
import type { PluginStore } from './plugin-store/plugin-store.ts';
import { serverSecrets } from './security/configured-secrets.ts';
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
  enteredServers: EnteredServers;
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
  const enteredServers = await followEntered({
    ...{ store: store.mcpServers, settings, signals, log },
    take(servers) {
      secrets.alsoMask(servers.flatMap(({ config }) => ('refusal' in config ? [] : serverSecrets(config))));
      mcpServers.enter(servers);
    },
  });
  const followed = followPlugins(pluginStore, signals);
  const lookAtServers = async () => {
    await enteredServers.refresh();
    await mcpServers.tried();
  };
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
    enteredServers,
    makeWith(run, loaded, make) {
      const looking = followed.lookFor(run, loaded, lookAtServers);
      return looking ? looking.then(() => orLater(make)) : orLater(make);
    },
    async close() {
      followed.stop();
      enteredServers.close();
      await Promise.all([mcpServers.close(), plugins.close()]);
    },
  };
}
