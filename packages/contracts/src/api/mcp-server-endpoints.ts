import { z } from 'zod';
import { endpoint, noContent, pathIdSchema } from './endpoint.ts';

const text = z.string().trim().min(1);
const texts = z.record(z.string().min(1).max(200), z.string().max(10_000));
const shared = {
  /** What it is for: the coordinator chooses by it. The server's own words when absent. */
  description: text.max(2_000).optional(),
  /** The server's tools that may be used, by its own names; all of them when absent. */
  tools: z.array(text).optional(),
  /** Those that a person has to approve, or `true` for all. */
  approve: z.union([z.literal(true), z.array(text)], 'must be true or a list of tools').optional(),
  /** How long one call may take. */
  timeoutMs: z.int32().positive().max(86_400_000).optional(),
};

/** An MCP server that is started as a process. */
export const mcpProcessSchema = z.strictObject({
  command: text,
  args: z.array(z.string()).optional(),
  /** What the process gets beside what every server gets: its path and home, proxies and who signs for them. */
  env: texts.optional(),
  cwd: text.optional(),
  ...shared,
});
/** An MCP server that is reached by its address. */
export const mcpAddressSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
  headers: texts.optional(),
  ...shared,
});

/** One of the two: which, its fields say. */
const entrySchema = z
  .strictObject({ ...mcpProcessSchema.partial().shape, ...mcpAddressSchema.partial().shape })
  .meta({ id: 'McpServerEntry' });

const mcpServerSchema = z
  .object({
    name: z.string(),
    /** Settings come before what was entered. */
    source: z.enum(['settings', 'entered']),
    transport: z.enum(['stdio', 'http']),
    status: z.enum(['connecting', 'connected', 'failed']),
    /** Why it cannot be used, or could not when it was last tried. */
    reason: z.string().nullable(),
    /** Parts of it that cannot be used, in words. */
    problems: z.array(z.string()),
    protocolVersion: z.string().nullable(),
    /** Names as agents know them. */
    tools: z.array(z.string()),
  })
  .meta({ id: 'McpServer' });
export type ApiMcpServer = z.infer<typeof mcpServerSchema>;

const tag = 'MCP servers';
const params = z.strictObject({ name: pathIdSchema });

export const mcpServerEndpoints = {
  listMcpServers: endpoint({
    method: 'GET',
    path: '/api/v1/mcp-servers',
    tag,
    summary: 'The MCP servers whose tools are used, and how each is doing',
    description:
      'As this process sees them. What was entered with them (variables, headers, arguments) is told to nobody.',
    action: 'mcp.read',
    status: 200,
    reply: z.object({ items: z.array(mcpServerSchema) }),
    errors: [],
  }),
  getMcpServer: endpoint({
    method: 'GET',
    path: '/api/v1/mcp-servers/:name',
    tag,
    summary: 'One MCP server',
    action: 'mcp.read',
    params,
    status: 200,
    reply: mcpServerSchema,
    errors: ['MCP_SERVER_NOT_FOUND'],
  }),
  putMcpServer: endpoint({
    method: 'PUT',
    path: '/api/v1/mcp-servers/:name',
    tag,
    summary: 'Enter an MCP server, or change one that was entered',
    description:
      'The reply says whether it could be connected to; it is kept either way, encrypted, and taken up by every process of the deployment. An address has to be public or of `CADENCE_ALLOWED_HOSTS`; a command is taken where `CADENCE_MCP_COMMANDS` says so. A server of the same name in the settings comes first.',
    action: 'mcp.put',
    params,
    body: entrySchema,
    status: 200,
    reply: mcpServerSchema,
    errors: ['MCP_COMMANDS_DISABLED'],
  }),
  deleteMcpServer: endpoint({
    method: 'DELETE',
    path: '/api/v1/mcp-servers/:name',
    tag,
    summary: 'Forget an MCP server that was entered',
    action: 'mcp.delete',
    params,
    status: 204,
    reply: noContent,
    errors: ['MCP_SERVER_NOT_FOUND'],
  }),
};
