// MCP servers: those of the settings, and those that are entered while the deployment runs.
import { type ApiMcpServer, CadenceError } from '@cadence/contracts';
import type { McpServerListing } from '../mcp/mcp-listing.ts';
import { type McpServerConfig, mcpServerSchema } from '../settings/mcp-servers-schema.ts';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';
import { invalidInput } from './invalid-input.ts';

type Reading = Pick<AppContext, 'mcpServers'>;
type Changing = Pick<AppContext, 'enteredServers' | 'settings' | 'store' | 'log'>;

export async function listMcpServers({ mcpServers }: Reading, principal: Principal): Promise<ApiMcpServer[]> {
  authorize(principal, 'mcp.read');
  return mcpServers.list().map(shown);
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
  return audited(context, principal, 'mcp.put', name, async () => {
    const config = readEntry(entry);
    if ('command' in config && !context.settings.mcpCommands) {
      throw new CadenceError('MCP_COMMANDS_DISABLED', 'Commands are not taken as MCP servers here.', {
        hint: 'Whoever runs it can set CADENCE_MCP_COMMANDS=true, or name the server in CADENCE_MCP_SERVERS.',
      });
    }
    await context.enteredServers.put(name, config);
  });
}

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
  new CadenceError('MCP_SERVER_NOT_FOUND', `No MCP server "${name}" was entered.`, {
    hint: 'Look at the list of MCP servers. Those of the settings are removed there.',
  });

function shown({ slug: _, pid: __, ...listing }: McpServerListing): ApiMcpServer {
  return {
    ...listing,
    reason: listing.reason ?? null,
    protocolVersion: listing.protocolVersion ?? null,
    problems: [...listing.problems],
    tools: listing.tools.map(({ name }) => name),
  };
}
