import type { AgentDefinition, JsonObject, PluginMetadata } from '@cadence-agents/contracts';
import { z } from 'zod';

/** What of a plugin goes into the definition. */
export interface CoordinatedPlugin {
  slug: string;
  /** What nodes of any workflow call its agent: `plugin:NAME` or `mcp:SERVER`. */
  agentId?: string;
  metadata: PluginMetadata;
  systemPrompt: string;
  tools: readonly { name: string }[];
}

/** The agent of a plugin as a definition has agents. */
export function pluginAgent(plugin: CoordinatedPlugin, id: string): AgentDefinition {
  const { metadata, systemPrompt, tools } = plugin;
  const { model, temperature, maxOutputTokens } = metadata.llmRequirements ?? {};
  const { responseSuggestion, responseSchema } = metadata;
  const can = metadata.capabilities.length > 0 ? ` Can: ${metadata.capabilities.join(', ')}.` : '';
  return {
    id,
    name: metadata.name,
    description: `${metadata.description}${can}`,
    systemPrompt,
    tools: tools.map((tool) => tool.name),
    ...(model !== undefined && { model }),
    ...(temperature !== undefined && { temperature }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(responseSuggestion !== undefined && { responseSuggestion }),
    ...(responseSchema !== undefined && { responseSchema: jsonSchema(responseSchema) }),
  };
}

function jsonSchema(schema: z.ZodType): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'output' });
  return json as JsonObject;
}
