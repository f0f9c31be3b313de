// MCP servers opened for a test, and their tools called as a workflow would.
import { silentLog } from '@cadence/engine';
import type { McpServersConfig } from '../settings/mcp-servers-schema.ts';
import { type McpServers, type McpServersOptions, openMcpServers } from './mcp-servers.ts';

/** Opens servers that are tried again soon. */
export function openSoon(config: McpServersConfig, options: McpServersOptions = {}): Promise<McpServers> {
  return openMcpServers(config, silentLog, { firstPauseMs: 1, longestPauseMs: 20, ...options });
}

export function tool(servers: McpServers, name: string) {
  const found = servers.bundles().flatMap(({ tools }) => tools.filter((each) => each.name === name))[0];
  if (!found) throw new Error(`There is no tool ${name}.`);
  return found;
}

export async function call(
  servers: McpServers,
  name: string,
  args = {},
  signal = new AbortController().signal,
) {
  const { input, run } = tool(servers, name);
  const nothing = () => {};
  const context = {
    signal,
    idempotencyKey: 'k',
    userId: 'u',
    conversationId: 'c',
    log: nothing,
    emit: nothing,
  };
  return run(input.parse(args), context);
}

export const first = (servers: McpServers) => {
  const [listing] = servers.list();
  if (!listing) throw new Error('Nothing is listed.');
  return listing;
};
export const status = (servers: McpServers) => first(servers).status;
export const pidOf = (servers: McpServers) => first(servers).pid ?? 0;
