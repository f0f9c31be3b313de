// The MCP servers as sources of agents and tools: those of the settings, and those that were entered.
import { settlesWithin } from '@cadence-agents/contracts';
import type { Log } from '@cadence-agents/engine';
import type { McpServerConfig, McpServersConfig } from '../settings/mcp-servers-schema.ts';
import type { McpBundle } from './client/bundle.ts';
import type { McpConnection, Pace } from './client/connection.ts';
import { type Environment, hasReferences } from './client/references.ts';
import { collision, listing, type McpServerListing, type PluginNames, withFreeNames } from './mcp-listing.ts';
import { type EnteredServer, named, type Server } from './named-servers.ts';
import type { McpTest } from './test-server.ts';

export interface McpServers {
  list(): readonly McpServerListing[];
  /** The servers as plugins are; one that was connected once stays, and its tools fail while it is away. */
  bundles(): readonly McpBundle[];
  /** Calls the listener when `bundles` has changed; the answer ends that. */
  onChange(listener: () => void): () => void;
  /**
   * Resolves when all servers that are new have been tried, connected or not, and at the latest when each has had so
   * long. `undefined` when there is nothing to wait for, which is nearly always.
   */
  tried(patienceMs?: number): Promise<void> | undefined;
  /** Has these in place of the ones that were entered before; those that are the same stay connected. */
  enter(entered: readonly EnteredServer[]): void;
  /** Connects to those that are not connected, and lists the tools of the others again. */
  reload(): Promise<void>;
  /** Ends the connection to the server of this name and connects anew; `false` when there is none. */
  reconnect(name: string): Promise<boolean>;
  /** Connects to a server as if it were entered under this name, lists its tools, and keeps nothing of it. */
  test(name: string, config: McpServerConfig): Promise<McpTest>;
  /** Connects anew to those that have secrets in their settings, which have changed. */
  renew(): void;
  /** Ends all connections and the processes that were started. */
  close(): Promise<void>;
}

export interface McpServersOptions extends Partial<Pace> {
  /** Hosts of the own network that servers may be at or send their clients on to; those of the settings may be anywhere. */
  allowedHosts?: readonly string[];
  /** What `${NAME}` in headers and variables stands for. */
  env?: () => Environment;
  plugins?: () => PluginNames;
  /** Takes secrets out of what a server says of its failures. */
  mask?: (text: string) => string;
}

const defaultPace: Pace = {
  connectMs: 10_000,
  firstPauseMs: 1_000,
  longestPauseMs: 60_000,
  soundMs: 60_000,
  restarts: 5,
};

/** Begins to connect to all of them at once, and waits for none. One that cannot be reached is tried again later. */
export function openMcpServers(
  config: McpServersConfig,
  log: Log,
  {
    plugins = () => [],
    allowedHosts = [],
    env = () => ({}),
    mask = (text) => text,
    ...pace
  }: McpServersOptions = {},
): McpServers {
  const listeners = new Set<() => void>();
  const limits = { ...defaultPace, ...pace };
  const changed = () => {
    for (const listener of listeners) listener();
  };

  const connect = connector({ log, pace: limits, allowedHosts, env }, changed);
  const begin = (server: Server) => {
    server.firstAttempt = connect(server).finally(() => {
      server.isTried = true;
    });
    return server;
  };
  const drop = async (server: Server) => {
    server.isDropped = true;
    await server.connection?.close();
  };
  const all = (work: (connection: McpConnection) => Promise<void> | void) =>
    Promise.all(servers.map(({ connection }) => connection && work(connection)));

  const configured = Object.entries(config).map(([name, each]) => ({
    ...{ name, config: each, source: 'settings' as const, revision: '' },
  }));
  let servers = named(configured, []).map(begin);

  return {
    list: () => servers.map((server) => listing(server, plugins(), mask)),
    bundles: () =>
      servers.flatMap((server) =>
        server.bundle && !collision(server, plugins()) ? [withFreeNames(server.bundle, plugins())] : [],
      ),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tried(patienceMs = limits.connectMs) {
      const now = performance.now();
      const waits = servers.flatMap(({ isTried, since, firstAttempt }) => {
        const left = since + patienceMs - now;
        return isTried || left <= 0 ? [] : [settlesWithin(left, firstAttempt)];
      });
      return waits.length === 0 ? undefined : Promise.all(waits).then(() => {});
    },
    enter(entered) {
      const asked = entered.map((one) => ({ ...one, source: 'entered' as const }));
      const before = servers;
      servers = named([...configured, ...asked], before);
      for (const server of servers) if (!before.includes(server)) begin(server);
      const dropped = before.filter((server) => !servers.includes(server));
      for (const server of dropped)
        drop(server).catch((error: unknown) => log.warn('closing an MCP server failed', { error }));
      if (dropped.some(({ bundle }) => bundle)) changed();
    },
    async reload() {
      await all((connection) => connection.reload());
    },
    async reconnect(name) {
      const server = servers.find((one) => one.name === name);
      if (server?.connection) await settlesWithin(limits.connectMs, server.connection.reconnect());
      return server !== undefined;
    },
    async test(name, each) {
      const { testServer } = await import('./test-server.ts');
      const reach = { allowedHosts, env, mask, connectMs: limits.connectMs };
      return testServer({ name, config: each }, { ...reach, configured, plugins: plugins() });
    },
    renew() {
      void all((connection) => {
        if (hasReferences(connection.config)) connection.renew();
      });
    },
    async close() {
      await Promise.all(servers.map(drop));
    },
  };
}

type Connecting = Omit<ConstructorParameters<typeof McpConnection>[2], 'onContents'>;

/** Connects a server and keeps it so; resolves when that was tried once. */
function connector(setup: Connecting, changed: () => void): (server: Server) => Promise<void> {
  return async (server: Server) => {
    const { name, slug, source, revision, config: each } = server;
    if ('refusal' in each || server.refusal !== undefined) return;
    // The SDK takes a while to import: only those who have servers pay for it.
    const { McpConnection, mcpBundle, bundleHash } = await importClient();
    if (server.isDropped) return;
    const connection = new McpConnection(name, each, {
      ...setup,
      allowedHosts: [...setup.allowedHosts, ...(source === 'settings' ? hostOf(each) : [])],
      onContents: () => {
        const { contents } = connection;
        if (!contents || server.isDropped) return;
        const hash = bundleHash(each, contents, revision);
        if (server.bundle?.hash === hash) return;
        const call = connection.call.bind(connection);
        server.bundle = mcpBundle({ name, slug, config: each, call, hash }, contents);
        changed();
      },
    });
    server.connection = connection;
    await connection.settled();
  };
}

async function importClient() {
  const [{ McpConnection }, { mcpBundle, bundleHash }] = await Promise.all([
    import('./client/connection.ts'),
    import('./client/bundle.ts'),
  ]);
  return { McpConnection, mcpBundle, bundleHash };
}

/** Whoever writes an address into the settings means it, also one of the own network. */
function hostOf(config: McpServerConfig): string[] {
  return 'url' in config ? [new URL(config.url).hostname.replace(/^\[|\]$/g, '')] : [];
}
