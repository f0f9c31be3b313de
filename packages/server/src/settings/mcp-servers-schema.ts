import { z } from 'zod';
import { jsonSetting } from './json-setting.ts';

const text = z.string().trim().min(1);
const shared = {
  /** What it is for: the coordinator chooses by it. The server's own words when absent. */
  description: text.max(2000).optional(),
  /** The server's tools that may be used, by its own names; all of them when absent. */
  tools: z.array(text).optional(),
  /** Those that a person has to approve, or `true` for all. */
  approve: z.union([z.literal(true), z.array(text)], 'must be true or a list of tools').optional(),
  /** How long one call may take. */
  timeoutMs: z.number().int().positive().max(86_400_000).optional(),
};

const processSchema = z.strictObject({
  command: text,
  args: z.array(z.string()).optional(),
  /** What the process gets beside what every server gets (`mcp/client/process-environment.ts`). */
  env: z.record(z.string(), z.string()).optional(),
  cwd: text.optional(),
  ...shared,
});
const addressSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
  headers: z.record(z.string(), z.string()).optional(),
  ...shared,
});

/** An MCP server that is started as a process. */
export type McpProcessConfig = z.infer<typeof processSchema>;
/** An MCP server that is reached by its address. */
export type McpAddressConfig = z.infer<typeof addressSchema>;
export type McpServerConfig = McpProcessConfig | McpAddressConfig;
export type McpServersConfig = Readonly<Record<string, McpServerConfig>>;

const serverSchema = z.record(z.string(), z.unknown()).transform((given, context): McpServerConfig => {
  const parsed = ('url' in given ? addressSchema : processSchema).safeParse(given);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    context.issues.push({ code: 'custom', path, message, input: given });
  return z.NEVER;
});

export const mcpServersSettingSchema: z.ZodType<McpServersConfig> = jsonSetting(z.record(text, serverSchema));
