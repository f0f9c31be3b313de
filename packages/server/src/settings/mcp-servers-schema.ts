import { mcpAddressSchema, mcpProcessSchema } from '@cadence-agents/contracts';
import { z } from 'zod';
import { jsonSetting } from './json-setting.ts';

/** An MCP server that is started as a process. */
export type McpProcessConfig = z.infer<typeof mcpProcessSchema>;
/** An MCP server that is reached by its address. */
export type McpAddressConfig = z.infer<typeof mcpAddressSchema>;
export type McpServerConfig = McpProcessConfig | McpAddressConfig;
export type McpServersConfig = Readonly<Record<string, McpServerConfig>>;

/** By its fields, so that what is wrong is told of the one that is meant. */
export const mcpServerSchema = z
  .record(z.string(), z.unknown())
  .transform((given, context): McpServerConfig => {
    const parsed = ('url' in given ? mcpAddressSchema : mcpProcessSchema).safeParse(given);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues)
      context.issues.push({ code: 'custom', path, message, input: given });
    return z.NEVER;
  });

export const mcpServersSettingSchema: z.ZodType<McpServersConfig> = jsonSetting(
  z.record(z.string().trim().min(1), mcpServerSchema),
);
