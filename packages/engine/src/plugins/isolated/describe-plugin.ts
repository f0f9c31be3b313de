import type { PluginMetadata, Tool } from '@cadence/contracts';
import { z } from 'zod';
import { toolSpec } from '../../tools/tool-spec.ts';
import type { Examination } from '../examine-plugin.ts';
import { fault } from '../problem-list.ts';
import { asJsonObject, type DescribedPlugin, type DescribedTool } from './wire-messages.ts';

/** A plugin as JSON: schemas in place of zod's, and no functions. */
export function describePlugin(examined: Examination): DescribedPlugin {
  const { problems, metadata, agent, kinds = [], health } = examined;
  return {
    problems: kinds.length === 0 ? problems : [...problems, kindsRefused],
    ...(metadata && describedMetadata(metadata)),
    ...(agent && { agent: { systemPrompt: agent.systemPrompt, tools: agent.tools.map(describedTool) } }),
    ...(health && { health }),
  };
}

const kindsRefused = fault(
  'KINDS_NOT_ISOLATED',
  '$.kinds',
  'An uploaded plugin runs in a process of its own, and cannot bring node kinds.',
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
