import {
  type AgentDefinition,
  describeKind,
  type PluginKind,
  type RecordedParts,
  type ResolvedLimits,
  type Tool,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
import { toolSpec } from '../tools/tool-spec.ts';

export interface PartsSetup {
  definition: WorkflowDefinition;
  agents: readonly AgentDefinition[];
  limits: ResolvedLimits;
  safety: RecordedParts['safety'] | undefined;
  tools: readonly Tool[];
  kinds: readonly PluginKind[];
  plugins: Readonly<Record<string, string>>;
}

/** What of the service a workflow needs to be compiled elsewhere: of tools, agents and kinds only those that it names. */
export function recordedParts({ definition, safety, limits, plugins, ...known }: PartsSetup): RecordedParts {
  const named = new Set(definition.nodes.flatMap(({ agentId }) => agentId ?? []));
  const agents = known.agents.filter(({ id }) => named.has(id));
  const text = JSON.stringify([definition, agents]);
  return {
    agents,
    limits,
    ...(safety && { safety }),
    tools: describeTools(known.tools.filter(({ name }) => text.includes(JSON.stringify(name)))),
    kinds: known.kinds
      .filter(({ kind }) => definition.nodes.some(({ nodeType }) => nodeType === kind.type))
      .map(({ kind }) => describeKind(kind, '')),
    plugins: { ...plugins },
  };
}

/** Tools as recordings have them. */
export const describeTools = (tools: readonly Tool[]): RecordedParts['tools'] =>
  tools.map((tool) => ({
    ...toolSpec(tool),
    ...(tool.readOnly && { readOnly: true }),
    ...(tool.idempotent && { idempotent: true }),
    ...(tool.requiresApproval && { requiresApproval: true }),
  }));
