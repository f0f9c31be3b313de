// What a plugin is: an agent with its tools, as a small package.
import { z } from 'zod';
import type { JsonObject, JsonValue } from '../json/json.ts';
import type { PluginKind } from './plugin-kind.ts';
import type { Tool } from './tool.ts';

export const pluginMetadataSchema = z.strictObject({
  name: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/, 'must be a version such as 1.0.0'),
  /** What it is for: the coordinator chooses by it. */
  description: z.string().min(1).max(2000),
  capabilities: z.array(z.string().min(1)).default([]),
  /** Questions that show what it is good for: the page offers them where nothing was asked yet. */
  examples: z.array(z.string().min(1).max(200)).max(5).optional(),
  /** Which model its agent wants; the settings' default otherwise. */
  llmRequirements: z
    .strictObject({
      /** `provider:model`. */
      model: z.string().min(1).optional(),
      temperature: z.number().min(0).max(2).optional(),
      maxOutputTokens: z.number().int().positive().optional(),
    })
    .optional(),
  /** npm packages it needs, by name and version. */
  dependencies: z.record(z.string(), z.string()).optional(),
  /** The form of a structured answer that used this plugin: a zod schema. */
  responseSchema: z
    .custom<z.ZodType>((value) => value instanceof z.ZodType, 'must be a zod schema')
    .optional(),
  /** A hint for whoever writes the answer. */
  responseSuggestion: z.string().min(1).max(2000).optional(),
});
export type PluginMetadata = z.infer<typeof pluginMetadataSchema>;

/** What a plugin's agent is told, and what it can do. */
export interface PluginAgent {
  systemPrompt: string;
  tools: readonly Tool[];
}

/** What a plugin's agent is made with. */
export interface AgentContext<Config = JsonObject> {
  /** What was entered for the plugin, or the defaults. */
  config: Config;
}

/** Whether a plugin can do its work now; `details` are shown to operators. */
export interface PluginHealth {
  healthy: boolean;
  details?: JsonValue;
}

/** An agent with its tools, as `definePlugin` makes it. */
export interface Plugin {
  metadata: PluginMetadata;
  createAgent: (context?: AgentContext) => PluginAgent;
  /** What can be set of it while it serves: a zod object of which every field has a default or may be left out. */
  config?: z.ZodObject;
  /** Node kinds that it brings, each with a type that begins with the plugin's slug in capitals: `MATH_ROUND`. */
  kinds?: readonly PluginKind[];
  /** What is missing, in words; empty when nothing is. */
  validateDependencies?: () => string[] | Promise<string[]>;
  healthCheck?: () => PluginHealth | Promise<PluginHealth>;
}
