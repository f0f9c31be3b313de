// Definitions in a line or two, for tests.
import type { AgentDefinition, WorkflowDefinition, WorkflowLimits } from '@cadence-agents/contracts';

type Edge = [source: string, label: string | null, target: string | null];

interface Sketch {
  /** The first one is the entry point. */
  agents: Record<string, Partial<AgentDefinition>>;
  toolNodes?: string[];
  handoff?: { name: string; config?: Record<string, string | string[]> };
  /** A `null` label is an ALWAYS edge; a `null` target the end. */
  edges?: Edge[];
  conversational?: boolean;
  limits?: WorkflowLimits;
  configs?: Record<string, Record<string, string | string[] | boolean | number>>;
}

/** Each agent's prompt says "I am <name>.", so that a script can tell them apart. */
export function sketch({ agents, toolNodes = [], handoff, edges = [], ...rest }: Sketch): WorkflowDefinition {
  const names = Object.keys(agents);
  const node = (nodeType: string, name: string, agentId: string | null = null) => ({
    id: `id-${name}`,
    workflowId: 'sketch',
    nodeType,
    nodeName: name,
    agentId,
    ...(rest.configs?.[name] && { config: rest.configs[name] }),
  });
  return {
    id: 'sketch',
    name: 'Sketch',
    isConversational: rest.conversational ?? false,
    entrypointNodeId: `id-${names[0]}`,
    nodes: [
      ...names.map((name) => node('AGENT', name, `agent-${name}`)),
      ...toolNodes.map((name) => node('TOOL_EXECUTOR', name)),
      ...(handoff ? [{ ...node('HUMAN_HANDOFF', handoff.name), config: handoff.config ?? {} }] : []),
    ],
    edges: edges.map(([source, label, target], index) => ({
      id: `edge-${index + 1}`,
      workflowId: 'sketch',
      sourceNodeId: `id-${source}`,
      targetNodeId: target === null ? null : `id-${target}`,
      conditionType: label === null ? 'ALWAYS' : 'CONDITIONAL',
      conditionValue: label ?? (target === null ? 'END' : null),
    })),
    ...(rest.limits && { limits: rest.limits }),
    agents: names.map((name) => ({
      id: `agent-${name}`,
      name,
      systemPrompt: `I am ${name}.`,
      ...agents[name],
    })),
  };
}
