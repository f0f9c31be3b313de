// A plugin crosses the process boundary as JSON: described by its own process, rebuilt by Cadence with tools that call it.
import {
  type JsonObject,
  type JsonValue,
  type PluginAgent,
  type PluginMetadata,
  pluginMetadataSchema,
  type Tool,
  type ToolContext,
  withoutPatterns,
} from '@cadence-agents/contracts';
import { createdAgent, pluginProblems } from '@cadence-agents/sdk/host';
import { z } from 'zod';
import { toolSpec } from '../../tools/tool-spec.ts';
import type { ModuleInspection } from '../inspect/inspect-module.ts';
import { fault, faultsIn } from '../inspect/problem-list.ts';
import { asJsonObject, type DescribedPlugin, type DescribedTool } from './wire-messages.ts';

/** A plugin as JSON: JSON schemas in place of zod's, and no functions. */
export function describePlugin(inspection: ModuleInspection): DescribedPlugin {
  const { problems, metadata, agent, kinds = [], config, health } = inspection;
  return {
    problems: kinds.length === 0 ? problems : [...problems, kindsRefused],
    ...(metadata && describedMetadata(metadata)),
    ...(agent && { agent: { systemPrompt: agent.systemPrompt, tools: agent.tools.map(describedTool) } }),
    ...(config && { config: { schema: config.schema, values: config.values, problems: config.problems } }),
    ...(health && { health }),
  };
}

const kindsRefused = fault(
  'KINDS_NOT_ISOLATED',
  '$.kinds',
  'A plugin that runs in a process of its own cannot bring node kinds.',
  'Put its folder into CADENCE_PLUGINS_DIR, or take "kinds" out.',
);

function describedMetadata({ responseSchema, ...rest }: PluginMetadata) {
  const metadata = asJsonObject(JSON.parse(JSON.stringify(rest)));
  if (!responseSchema) return { metadata };
  return { metadata, responseSchema: asJsonObject(z.toJSONSchema(responseSchema)) };
}

// Without `redact`: its patterns and functions are the plugin's code, and are applied in its own process.
function describedTool(tool: Tool): DescribedTool {
  const { timeoutMs, retries, idempotent, readOnly, requiresApproval } = tool;
  const { name, description, parameters } = toolSpec(tool);
  return {
    name,
    description,
    input: parameters,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(retries !== undefined && { retries }),
    ...(idempotent !== undefined && { idempotent }),
    ...(readOnly !== undefined && { readOnly }),
    ...(requiresApproval !== undefined && { requiresApproval }),
  };
}

export type RemoteCall = (tool: string, args: unknown, context: ToolContext) => Promise<JsonValue>;

/** A plugin whose tools run in its own process. Its description passes the same checks as a plugin in this process. */
export function rebuildPlugin(
  described: DescribedPlugin,
  run: RemoteCall,
  entered?: JsonValue,
): ModuleInspection {
  const { problems, agent, health } = described;
  const config = described.config && { config: { ...described.config, entered: entered ?? null } };
  const metadata = described.metadata && metadataOf(described);
  if (!metadata || faultsIn(problems).length > 0) return { problems, health, ...config };
  const createAgent = (): PluginAgent => ({
    systemPrompt: agent?.systemPrompt ?? '',
    tools: (agent?.tools ?? []).map((tool) => proxyOf(tool, run)),
  });
  const found = pluginProblems({ metadata, createAgent });
  const created = createdAgent(createAgent);
  const all = [...problems, ...found, ...created.problems];
  if (faultsIn(all).length > 0 || !created.agent) return { problems: all, health, ...config };
  return {
    problems: all,
    metadata: pluginMetadataSchema.parse(metadata),
    agent: created.agent,
    health,
    ...config,
  };
}

function metadataOf({ metadata, responseSchema }: DescribedPlugin): Record<string, unknown> {
  return { ...metadata, ...(responseSchema && { responseSchema: jsonSchemaType(responseSchema) }) };
}

function proxyOf({ input, ...described }: DescribedTool, run: RemoteCall): Tool {
  const { name, description, timeoutMs, retries, idempotent, readOnly, requiresApproval } = described;
  return {
    name,
    description,
    input: jsonSchemaType(input),
    run: (args, context) => run(name, args, context),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(retries !== undefined && { retries }),
    ...(idempotent !== undefined && { idempotent }),
    ...(readOnly !== undefined && { readOnly }),
    ...(requiresApproval !== undefined && { requiresApproval }),
  };
}

/**
 * A zod type that models see as the JSON schema given. It passes values on unchanged: defaults and transforms are left
 * to the plugin's own schema.
 */
function jsonSchemaType(schema: JsonObject): z.ZodType {
  const check = checkOf(schema);
  const type = z.unknown().transform((value, context) => {
    for (const { path, message } of check?.safeParse(value).error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [...path], message });
    return value;
  });
  type._zod.toJSONSchema = () => structuredClone(schema);
  return type;
}

// What cannot be rebuilt is not checked here; the plugin checks its arguments itself.
function checkOf(schema: JsonObject): z.ZodType | undefined {
  try {
    return z.fromJSONSchema(withoutPatterns(schema));
  } catch {
    return undefined;
  }
}
