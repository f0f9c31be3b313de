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

const changed = z.record(z.string().min(1).max(200), z.string().max(10_000).nullable()).nullable();
/** What is to be another: `null` takes away, what is absent stays. */
const changesSchema = z
  .strictObject({
    url: mcpAddressSchema.shape.url.optional(),
    headers: changed.optional(),
    command: text.optional(),
    args: z.array(z.string()).nullable().optional(),
    env: changed.optional(),
    cwd: text.nullable().optional(),
    description: shared.description.nullable(),
    tools: shared.tools.nullable(),
    approve: shared.approve.nullable(),
    timeoutMs: shared.timeoutMs.nullable(),
  })
  .meta({ id: 'McpServerChanges' });
export type McpServerChanges = z.infer<typeof changesSchema>;

const mcpServerSchema = z
  .object({
    name: z.string(),
    /** Settings come before what was entered. */
    source: z.enum(['settings', 'entered']),
    transport: z.enum(['stdio', 'http']),
    status: z.enum(['connecting', 'connected', 'failed']),
    /** Why it cannot be used, or could not when it was last tried. */
    reason: z.string().nullable(),
    /** Why it could last not be connected to or was lost, also when it is connected again. */
    lastFailure: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable().optional(),
    /** Parts of it that cannot be used, in words. */
    problems: z.array(z.string()),
    protocolVersion: z.string().nullable(),
    /** Names as agents know them. */
    tools: z.array(z.string()),
    /** What was entered, without what may be secret: values of headers and variables, arguments, the end of an address. */
    entered: z
      .object({
        url: z.string().nullable(),
        headers: z.array(z.string()),
        command: z.string().nullable(),
        variables: z.array(z.string()),
        description: z.string().nullable(),
        approve: z.union([z.literal(true), z.array(z.string())]),
      })
      .nullable()
      .optional(),
  })
  .meta({ id: 'McpServer' });
export type ApiMcpServer = z.infer<typeof mcpServerSchema>;

const testSchema = z
  .object({
    status: z.enum(['connected', 'failed']),
    /** Why it could not be connected to, or not be used under this name. */
    reason: z.string().nullable(),
    /** How long connecting and listing took, or how long until it failed. */
    ms: z.int(),
    protocolVersion: z.string().nullable(),
    /** Names as agents would know them. */
    tools: z.array(z.object({ name: z.string(), description: z.string(), requiresApproval: z.boolean() })),
    problems: z.array(z.string()),
  })
  .meta({ id: 'McpServerTest' });
export type ApiMcpServerTest = z.infer<typeof testSchema>;

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
  updateMcpServer: endpoint({
    method: 'PATCH',
    path: '/api/v1/mcp-servers/:name',
    tag,
    summary: 'Change a part of an MCP server that was entered, or connect to it anew',
    description:
      'What is absent stays as it was entered, also what is told to nobody; `null` takes away, single headers and variables too. Every process connects anew, also when nothing is changed.',
    action: 'mcp.put',
    params,
    body: changesSchema,
    status: 200,
    reply: mcpServerSchema,
    errors: ['MCP_SERVER_NOT_FOUND', 'MCP_COMMANDS_DISABLED'],
  }),
  testMcpServer: endpoint({
    method: 'POST',
    path: '/api/v1/mcp-servers/:name/test',
    tag,
    summary: 'Connect to an MCP server as it would be entered, and keep nothing',
    description:
      'Says what tools it has and how long it took, or what failed. What is absent is as it was entered under this name, if it was. The same is called and run as when it is entered, and no more.',
    action: 'mcp.test',
    params,
    body: changesSchema,
    status: 200,
    reply: testSchema,
    errors: ['MCP_COMMANDS_DISABLED'],
  }),
  reconnectMcpServer: endpoint({
    method: 'POST',
    path: '/api/v1/mcp-servers/:name/reconnect',
    tag,
    summary: 'Connect to an MCP server anew',
    description:
      'One of the settings too. Every process of the deployment does so; the reply is of the one that was asked. A process that was started for it is ended and started again, and calls wait.',
    action: 'mcp.reconnect',
    params,
    status: 200,
    reply: mcpServerSchema,
    errors: ['MCP_SERVER_NOT_FOUND'],
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
