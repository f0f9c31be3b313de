import { type PluginAgent, pluginMetadataSchema, type Tool, type ToolContext } from '@cadence/contracts';
import { createdAgent, pluginProblems } from '@cadence/sdk/host';
import type { Examination } from '../inspect/inspect-module.ts';
import { faultsIn } from '../inspect/problem-list.ts';
import { jsonSchemaType } from './json-schema-type.ts';
import type { DescribedPlugin, DescribedTool } from './wire-messages.ts';

export type RunElsewhere = (tool: string, args: unknown, context: ToolContext) => Promise<string>;

/** A plugin whose tools run in its own process. What that process says of it passes the same checks as any other. */
export function rebuildPlugin(described: DescribedPlugin, run: RunElsewhere): Examination {
  const { problems, agent, health } = described;
  const metadata = described.metadata && metadataOf(described);
  if (!metadata || faultsIn(problems).length > 0) return { problems, health };
  const createAgent = (): PluginAgent => ({
    systemPrompt: agent?.systemPrompt ?? '',
    tools: (agent?.tools ?? []).map((tool) => proxyOf(tool, run)),
  });
  const found = pluginProblems({ metadata, createAgent });
  const created = createdAgent(createAgent);
  const all = [...problems, ...found, ...created.problems];
  if (faultsIn(all).length > 0 || !created.agent) return { problems: all, health };
  return { problems: all, metadata: pluginMetadataSchema.parse(metadata), agent: created.agent, health };
}

function metadataOf({ metadata, responseSchema }: DescribedPlugin): Record<string, unknown> {
  return { ...metadata, ...(responseSchema && { responseSchema: jsonSchemaType(responseSchema) }) };
}

function proxyOf({ input, ...described }: DescribedTool, run: RunElsewhere): Tool {
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
