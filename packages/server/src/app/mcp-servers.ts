// MCP servers: those of the settings, and those that are entered while the deployment runs.
import {
  type ApiMcpServer,
  type ApiMcpServerTest,
  CadenceError,
  type McpServerChanges,
} from '@cadence-agents/contracts';
import type { McpServerListing } from '../mcp/mcp-listing.ts';
import type { EnteredServer } from '../mcp/named-servers.ts';
import { type McpServerConfig, mcpServerSchema } from '../settings/mcp-servers-schema.ts';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';
import { invalidInput } from './invalid-input.ts';

type Reading = Pick<AppContext, 'mcpServers' | 'enteredServers'>;
type Changing = Pick<AppContext, 'enteredServers' | 'settings' | 'store' | 'log'>;

export async function listMcpServers(
  { mcpServers, enteredServers }: Reading,
  principal: Principal,
): Promise<ApiMcpServer[]> {
  authorize(principal, 'mcp.read');
  const entered = new Map((await enteredServers.list()).map(({ name, config }) => [name, config]));
  return mcpServers
    .list()
    .map((listing) => shown(listing, listing.source === 'entered' ? entered.get(listing.name) : undefined));
}

export async function findMcpServer(
  context: Reading,
  principal: Principal,
  name: string,
): Promise<ApiMcpServer> {
  const listed = await listMcpServers(context, principal);
  // One that was entered under a name of the settings stands behind theirs.
  const found = listed.find((server) => server.name === name);
  if (found) return found;
  throw noServer(name);
}

/** Keeps the server, whether or not it can be connected to. */
export function putMcpServer(
  context: Changing,
  principal: Principal,
  { name, entry }: { name: string; entry: unknown },
): Promise<void> {
  return audited(context, principal, 'mcp.put', name, () => keep(context, name, entry));
}

/** Keeps it with these parts changed; whoever is connected to it connects anew. */
export function updateMcpServer(
  context: Changing,
  principal: Principal,
  { name, changes }: { name: string; changes: McpServerChanges },
): Promise<void> {
  return audited(context, principal, 'mcp.put', name, async () => {
    const known = await enteredAs(context, name);
    if (!known) throw noServer(name);
    await keep(context, name, merged(known, changes));
  });
}

/** Connects to it as it would be with these changes, or as it would be if it were entered, and keeps nothing. */
export function testMcpServer(
  context: Changing & Reading,
  principal: Principal,
  { name, changes }: { name: string; changes: object },
): Promise<ApiMcpServerTest> {
  return audited(context, principal, 'mcp.test', name, async () => {
    const config = taken(context, merged((await enteredAs(context, name)) ?? {}, changes));
    const began = performance.now();
    const {
      status,
      reason = null,
      protocolVersion = null,
      tools = [],
      problems = [],
    } = await context.mcpServers.test(name, config);
    const ms = Math.round(performance.now() - began);
    return { status, reason, ms, protocolVersion, tools: [...tools], problems: [...problems] };
  });
}

/** Has every process connect to it anew, wherever it was entered. */
export function reconnectMcpServer(
  context: Reading & Pick<AppContext, 'store' | 'log'>,
  principal: Principal,
  name: string,
): Promise<void> {
  return audited(context, principal, 'mcp.reconnect', name, async () => {
    if (!(await context.mcpServers.reconnect(name))) throw noServer(name);
  });
}

/** Of one that cannot be used nothing is known, and all has to be said anew. */
async function enteredAs({ enteredServers }: Changing, name: string): Promise<object | undefined> {
  const server = (await enteredServers.list()).find((one) => one.name === name);
  return server && ('refusal' in server.config ? {} : server.config);
}

async function keep(context: Changing, name: string, entry: unknown): Promise<void> {
  await context.enteredServers.put(name, taken(context, entry));
}

/** The entry, if it is one that is taken here. */
function taken({ settings }: Pick<Changing, 'settings'>, entry: unknown): McpServerConfig {
  const config = readEntry(entry);
  if ('command' in config && !settings.mcpCommands) {
    throw new CadenceError('MCP_COMMANDS_DISABLED', 'Commands are not taken as MCP servers here.', {
      hint: 'Whoever runs it can set CADENCE_MCP_COMMANDS=true, or name the server in CADENCE_MCP_SERVERS.',
    });
  }
  return config;
}

/** As RFC 7396 has it: `null` takes away, and what is in an object is changed one by one. */
function merged(value: object, changes: object): object {
  const known: Record<string, unknown> = { ...value };
  for (const [key, change] of Object.entries(changes)) {
    const before = known[key];
    if (change === null) delete known[key];
    else known[key] = isRecord(change) ? merged(isRecord(before) ? before : {}, change) : change;
  }
  return known;
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function deleteMcpServer(context: Changing, principal: Principal, name: string): Promise<void> {
  return audited(context, principal, 'mcp.delete', name, async () => {
    if (!(await context.enteredServers.delete(name))) throw noServer(name);
  });
}

function readEntry(entry: unknown): McpServerConfig {
  const { data, error } = mcpServerSchema.safeParse(entry);
  if (data) return data;
  const issues = error?.issues ?? [];
  throw invalidInput(issues.map(({ path, message }) => ({ path: ['body', ...path].join('.'), message })));
}

const noServer = (name: string) =>
  new CadenceError('MCP_SERVER_NOT_FOUND', `There is no MCP server "${name}" that was entered here.`, {
    hint: 'Look at the list of MCP servers. Those of the settings are changed and removed there.',
  });

function shown(
  { slug: _, pid: __, ...listing }: McpServerListing,
  config: EnteredServer['config'] | undefined,
): ApiMcpServer {
  return {
    ...listing,
    reason: listing.reason ?? null,
    lastFailure: listing.lastFailure ?? null,
    protocolVersion: listing.protocolVersion ?? null,
    problems: [...listing.problems],
    tools: listing.tools.map(({ name }) => name),
    entered: config && !('refusal' in config) ? openly(config) : null,
  };
}

/** Without what may be a secret. */
function openly(config: McpServerConfig): ApiMcpServer['entered'] {
  const { description = null, approve = [] } = config;
  if ('command' in config) {
    const { command, env = {} } = config;
    return { url: null, headers: [], command, variables: Object.keys(env), description, approve };
  }
  const { origin, pathname } = new URL(config.url);
  const headers = Object.keys(config.headers ?? {});
  return { url: origin + pathname, headers, command: null, variables: [], description, approve };
}
