// MCP servers as people see them in a list, and what of each can be used beside the plugins.
import type { McpBundle } from './client/bundle.ts';
import type { ConnectionFailure, ConnectionState } from './client/connection.ts';
import type { Server } from './named-servers.ts';

/** One MCP server as people see it in a list. */
export interface McpServerListing {
  name: string;
  /** Its name among the agents. */
  slug: string;
  /** Settings come before what was entered. */
  source: 'settings' | 'entered';
  transport: 'stdio' | 'http';
  status: 'connecting' | 'connected' | 'failed';
  /** Why it cannot be used, or could not when it was last tried. */
  reason: string | undefined;
  /** Why it could last not be connected to or was lost, also when it is connected again. */
  lastFailure: ConnectionFailure | undefined;
  /** Parts of it that cannot be used, in words. */
  problems: readonly string[];
  protocolVersion: string | undefined;
  /** Id of its process, when it is one and runs. */
  pid: number | null;
  /** Names as agents know them. */
  tools: readonly { name: string; description: string; requiresApproval: boolean }[];
}

/** The plugins, whose names come first. */
export type PluginNames = readonly { slug: string; tools: readonly { name: string }[] }[];

export function collision({ slug, name }: Server, plugins: PluginNames): string | undefined {
  return plugins.some((plugin) => plugin.slug === slug)
    ? `A plugin is "${slug}" too, and comes first; give the MCP server "${name}" another name.`
    : undefined;
}

export function withFreeNames(bundle: McpBundle, plugins: PluginNames): McpBundle {
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

function stateOf({ connection, refusal, config }: Server): ConnectionState {
  const reason = refusal ?? ('refusal' in config ? config.refusal : undefined);
  if (reason !== undefined) return { status: 'failed', reason };
  return connection?.state ?? { status: 'connecting', reason: undefined };
}

export function listing(
  server: Server,
  plugins: PluginNames,
  mask: (text: string) => string,
): McpServerListing {
  const { name, slug, source, config } = server;
  const state = stateOf(server);
  const isConnected = state.status === 'connected';
  const taken = collision(server, plugins);
  const bundle = server.bundle && withFreeNames(server.bundle, plugins);
  const failure = server.connection?.lastFailure;
  const reason = taken ?? (isConnected ? undefined : state.reason);
  return {
    name,
    slug,
    source,
    transport: 'url' in config ? 'http' : 'stdio',
    status: taken ? 'failed' : state.status,
    reason: reason && mask(reason),
    lastFailure: failure && { ...failure, reason: mask(failure.reason) },
    problems: bundle?.problems ?? [],
    protocolVersion: isConnected ? state.protocolVersion : undefined,
    pid: isConnected ? state.pid : null,
    tools: bundle ? listedTools(bundle) : [],
  };
}

export const listedTools = ({ tools }: McpBundle): McpServerListing['tools'] =>
  tools.map(({ name, description, requiresApproval = false }) => ({ name, description, requiresApproval }));
