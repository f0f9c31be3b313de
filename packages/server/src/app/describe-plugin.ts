import type { ApiPlugin } from '@cadence/contracts';
import type { PluginListing } from '@cadence/engine';
import type { McpServerListing } from '../mcp/mcp-listing.ts';

/** A plugin as the API shows it. */
export function describePlugin(
  listing: PluginListing,
  tools: readonly { name: string }[],
): Omit<ApiPlugin, 'versions'> {
  const { slug, name, version, description, source, status, reason, hint, shadows, hash, health } = listing;
  return {
    slug,
    name,
    version: version ?? null,
    description: description ?? null,
    source,
    status,
    reason: reason ?? null,
    hint: hint ?? null,
    isolation: listing.isolation,
    network: listing.network,
    shadows: shadows.map((shadow) => ({ source: shadow.source, version: shadow.version })),
    hash: hash ?? null,
    health: health ?? null,
    tools: status === 'loaded' ? tools.map((tool) => tool.name) : [],
  };
}

/** An MCP server, which is an agent with its tools like any plugin. */
export function describeMcpServer(listing: McpServerListing): ApiPlugin {
  const { slug, name, transport, status, reason, problems, protocolVersion, tools } = listing;
  const told = [reason, ...problems].filter((text) => text !== undefined).join('\n');
  return {
    slug,
    name,
    version: protocolVersion ?? null,
    description: `MCP server over ${transport}`,
    source: 'mcp',
    status: status === 'connected' ? 'loaded' : 'failed',
    reason: told === '' ? null : told,
    hint: status === 'connected' ? null : 'Check its command or address with: cadence doctor',
    isolation: transport === 'stdio' ? 'process' : 'none',
    network: true,
    shadows: [],
    hash: null,
    health: { healthy: status === 'connected' },
    tools: tools.map((tool) => tool.name),
    versions: [],
  };
}
