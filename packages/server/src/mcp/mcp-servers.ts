// The configured MCP servers as sources of agents and tools.
import { settlesWithin } from '@cadence/contracts';
import { type Log, pluginSlug, slugRefusal } from '@cadence/engine';
import type { McpServerConfig, McpServersConfig } from '../settings/mcp-servers-schema.ts';
import type { McpBundle } from './client/bundle.ts';
import type { ConnectionState, McpConnection, Pace } from './client/connection.ts';
import { type Environment, hasReferences } from './client/references.ts';
import type { McpServerListing } from './mcp-listing.ts';

export interface McpServers {
  list(): readonly McpServerListing[];
  /** The servers as plugins are; one that was connected once stays, and its tools fail while it is away. */
  bundles(): readonly McpBundle[];
  /** Calls the listener when `bundles` has changed; the answer ends that. */
  onChange(listener: () => void): () => void;
  /** Connects to those that are not connected, and lists the tools of the others again. */
  reload(): Promise<void>;
  /** Connects anew to those that have secrets in their settings, which have changed. */
  renew(): void;
  /** Ends all connections and the processes that were started. */
  close(): Promise<void>;
}

export interface McpServersOptions extends Partial<Pace> {
  /** Hosts of the own network that servers may send their clients on to, beside their own. */
  allowedHosts?: readonly string[];
  /** What `${NAME}` in headers and variables stands for. */
  env?: () => Environment;
  /** The plugins, whose names come first. */
  plugins?: () => readonly { slug: string; tools: readonly { name: string }[] }[];
}

interface Server {
  name: string;
  slug: string;
  config: McpServerConfig;
  /** Why it can never be used under this name. */
  refusal: string | undefined;
  connection: McpConnection | undefined;
  bundle: McpBundle | undefined;
}

const defaultPace: Pace = {
  connectMs: 10_000,
  firstPauseMs: 1_000,
  longestPauseMs: 60_000,
  soundMs: 60_000,
  restarts: 5,
};

/**
 * Connects to all of them at once, and waits for that for a while. One that cannot be reached is listed so, and tried
 * again later.
 */
export async function openMcpServers(
  config: McpServersConfig,
  log: Log,
  { plugins = () => [], allowedHosts = [], env = () => ({}), ...pace }: McpServersOptions = {},
): Promise<McpServers> {
  const listeners = new Set<() => void>();
  const limits = { ...defaultPace, ...pace };
  const servers = namedServers(config);
  const usable = servers.filter(({ refusal }) => refusal === undefined);
  // The SDK takes a while to import: only those who have servers pay for it.
  const sdk = usable.length > 0 ? await importClient() : undefined;
  for (const server of usable) {
    if (!sdk) continue;
    const connection = new sdk.McpConnection(server.name, server.config, {
      log,
      pace: limits,
      allowedHosts,
      env,
      onContents: () => {
        const { contents } = connection;
        if (!contents || server.bundle?.hash === sdk.contentsHash(contents)) return;
        server.bundle = sdk.mcpBundle({ ...server, call: connection.call.bind(connection) }, contents);
        for (const listener of listeners) listener();
      },
    });
    server.connection = connection;
  }
  const all = <T>(work: (connection: McpConnection) => Promise<T>) =>
    Promise.all(usable.map(({ connection }) => connection && work(connection)));
  // A server that is not ready by then goes on connecting in the background.
  await settlesWithin(
    limits.connectMs,
    all((connection) => connection.settled()),
  );

  return {
    list: () => servers.map((server) => listing(server, plugins())),
    bundles: () =>
      servers.flatMap((server) =>
        server.bundle && !collision(server, plugins()) ? [withFreeNames(server.bundle, plugins())] : [],
      ),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async reload() {
      await all((connection) => connection.reload());
    },
    renew() {
      for (const { config, connection } of usable) if (hasReferences(config)) connection?.renew();
    },
    async close() {
      await all((connection) => connection.close());
    },
  };
}

async function importClient() {
  const [{ McpConnection }, { mcpBundle, contentsHash }] = await Promise.all([
    import('./client/connection.ts'),
    import('./client/bundle.ts'),
  ]);
  return { McpConnection, mcpBundle, contentsHash };
}

function namedServers(config: McpServersConfig): Server[] {
  const names = new Map<string, string>();
  return Object.entries(config).map(([name, each]) => {
    const slug = pluginSlug(name);
    const twin = names.get(slug);
    const unusable = slugRefusal(slug);
    const refusal = unusable
      ? `It cannot be called "${name}": ${unusable}.`
      : twin && `"${twin}" and "${name}" are both "${slug}" to Cadence; rename one of them.`;
    if (!refusal) names.set(slug, name);
    return { name, slug, config: each, refusal, connection: undefined, bundle: undefined };
  });
}

type Plugins = ReturnType<NonNullable<McpServersOptions['plugins']>>;

function collision({ slug, name }: Server, plugins: Plugins): string | undefined {
  return plugins.some((plugin) => plugin.slug === slug)
    ? `A plugin is "${slug}" too, and comes first; give the MCP server "${name}" another name.`
    : undefined;
}

function withFreeNames(bundle: McpBundle, plugins: Plugins): McpBundle {
  const taken = new Set(plugins.flatMap(({ tools }) => tools.map((tool) => tool.name)));
  if (!bundle.tools.some((tool) => taken.has(tool.name))) return bundle;
  const lost = bundle.tools.filter((tool) => taken.has(tool.name));
  return {
    ...bundle,
    tools: bundle.tools.filter((tool) => !taken.has(tool.name)),
    problems: [
      ...bundle.problems,
      ...lost.map((tool) => `The tool "${tool.name}" is left out: a plugin has one of that name.`),
    ],
  };
}

function listing(server: Server, plugins: Plugins): McpServerListing {
  const { name, slug, config, refusal, connection } = server;
  const state: ConnectionState = connection?.state ?? { status: 'failed', reason: refusal ?? '' };
  const isConnected = state.status === 'connected';
  const taken = collision(server, plugins);
  const bundle = server.bundle && withFreeNames(server.bundle, plugins);
  return {
    name,
    slug,
    transport: 'command' in config ? 'stdio' : 'http',
    status: taken ? 'failed' : state.status,
    reason: taken ?? (state.status === 'connected' ? undefined : state.reason),
    problems: bundle?.problems ?? [],
    protocolVersion: isConnected ? state.protocolVersion : undefined,
    pid: isConnected ? state.pid : null,
    tools: (bundle?.tools ?? []).map(({ name: tool, description, requiresApproval = false }) => ({
      name: tool,
      description,
      requiresApproval,
    })),
  };
}
