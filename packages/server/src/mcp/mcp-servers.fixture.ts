// MCP servers opened for a test, and their tools called as a workflow would.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@cadence-agents/engine';
import { afterEach, beforeEach } from 'vitest';
import type { McpServersConfig } from '../settings/mcp-servers-schema.ts';
import { type McpServers, type McpServersOptions, openMcpServers } from './mcp-servers.ts';

interface TestServers {
  /** An empty one, for each test. */
  readonly folder: string;
  /** What a test has started; closed after it, last first. */
  readonly toClose: (() => Promise<unknown>)[];
  /** Opens servers that are tried again soon, and waits until each has been tried. */
  open(config: McpServersConfig, options?: McpServersOptions): Promise<McpServers>;
}

export function useMcpServers(): TestServers {
  let folder = '';
  const toClose: TestServers['toClose'] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cadence-mcp-'));
  });
  afterEach(async () => {
    for (const close of toClose.splice(0).reverse()) await close();
    rmSync(folder, { recursive: true });
  });
  return {
    get folder() {
      return folder;
    },
    toClose,
    async open(config, options = {}) {
      const soon = { firstPauseMs: 1, longestPauseMs: 20, ...options };
      const servers = openMcpServers(config, silentLog, soon);
      toClose.push(servers.close);
      await servers.tried();
      return servers;
    },
  };
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
    fetch: globalThis.fetch,
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
