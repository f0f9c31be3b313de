// What brings tools: the plugins and the MCP servers.
import {
  CadenceError,
  mcpServersTopic,
  type RunRecord,
  type Signals,
  type Store,
} from '@cadence-agents/contracts';
import type { CompiledWorkflowsSetup, Log, PluginListing, Workflow } from '@cadence-agents/engine';
import { type EnteredServers, followEntered } from './mcp/entered-servers.ts';
import { type McpServers, openMcpServers } from './mcp/mcp-servers.ts';
import { openPlugins } from './open-plugins.ts';
import { followPlugins } from './plugin-store/follow-plugins.ts';
import type { PluginStore } from './plugin-store/plugin-store.ts';
import { serverSecrets } from './security/configured-secrets.ts';
import type { Secrets } from './security/open-secrets.ts';
import type { SettingsInForce } from './settings/settings-in-force.ts';

interface ToolsSetup {
  inForce: SettingsInForce;
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
  /** What workflows can be made of, and what they could if it were not turned off. */
  brought: Pick<CompiledWorkflowsSetup, 'bundles' | 'off'>;
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

export async function openTools({ inForce, store, signals, secrets, log }: ToolsSetup): Promise<OpenedTools> {
  const { settings, isOff, configOf } = inForce;
  const surroundings = { env: secrets.env, isOff, configOf };
  const pluginStore = await openPlugins(settings, store.pluginVersions, log, surroundings);
  const { plugins } = pluginStore;
  inForce.onChange(() => void plugins.review());
  const mcpServers = openMcpServers(settings.mcpServers, log, {
    plugins: plugins.bundles,
    allowedHosts: settings.allowedHosts,
    env: secrets.env,
    mask: (text) => secrets.values().mask(text),
  });
  secrets.onChange(mcpServers.renew);
  secrets.onChange(() => void plugins.renewSecrets());
  const enteredServers = await followEntered({
    ...{ store: store.mcpServers, settings, signals, log },
    take(servers) {
      secrets.alsoMask(servers.flatMap(({ config }) => ('refusal' in config ? [] : serverSecrets(config))));
      mcpServers.enter(servers);
    },
  });
  const stopListening = signals.subscribe(mcpServersTopic, (signal) => {
    if (signal.type === 'reconnect') void mcpServers.reconnect(signal.server);
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
    mcpServers: {
      ...mcpServers,
      reconnect(name) {
        signals.publish(mcpServersTopic, { type: 'reconnect', server: name });
        return mcpServers.reconnect(name);
      },
    },
    enteredServers,
    brought: {
      bundles: () => [...plugins.bundles(), ...mcpServers.bundles()],
      off: () => broughtByOff(plugins.list()),
    },
    makeWith(run, loaded, make) {
      const looking = followed.lookFor(run, loaded, lookAtServers);
      return looking ? looking.then(() => orLater(make)) : orLater(make);
    },
    async close() {
      stopListening();
      followed.stop();
      enteredServers.close();
      await Promise.all([mcpServers.close(), plugins.close()]);
    },
  };
}

/** What plugins that were turned off would bring, and the name of each. */
const broughtByOff = (listings: readonly PluginListing[]): ReadonlyMap<string, string> =>
  new Map(
    listings.flatMap(({ off, name }) =>
      off ? [...off.tools, ...off.kinds, `plugin:${off.slug}`].map((each) => [each, name] as const) : [],
    ),
  );
