import type { WorkflowDefinition, WorkflowEdge, WorkflowNode } from '@cadence-agents/contracts';

/**
 * A definition from lines like `A -go-> B` (CONDITIONAL), `A -> B` (ALWAYS), `A -END-> .` (the end) or `A` (a node
 * alone). The first node is the entry; names that begin with `tools` or `human` tell the type, all others are agents.
 */
export function sketch(lines: readonly string[], rest: Partial<WorkflowDefinition> = {}): WorkflowDefinition {
  const nodes = new Map<string, WorkflowNode>();
  const edges: WorkflowEdge[] = [];
  const add = (name: string) => {
    if (!nodes.has(name)) nodes.set(name, { id: name, workflowId: 'w', nodeName: name, ...typeOf(name) });
  };
  for (const line of lines) {
    const [, from = '', label = '', to = ''] = /^(\S+)(?: -(?:(.*)-)?> (\S+))?$/.exec(line) ?? [];
    add(from);
    if (to === '') continue;
    if (to !== '.') add(to);
    edges.push({
      id: `e${edges.length}`,
      workflowId: 'w',
      sourceNodeId: from,
      targetNodeId: to === '.' ? null : to,
      conditionType: label === '' ? 'ALWAYS' : 'CONDITIONAL',
      conditionValue: label === '' ? (to === '.' ? 'END' : null) : label,
    });
  }
  const [entry = ''] = nodes.keys();
  return { id: 'w', name: 'W', entrypointNodeId: entry, nodes: [...nodes.values()], edges, ...rest };
}

function typeOf(name: string): Pick<WorkflowNode, 'nodeType' | 'agentId'> {
  if (name.startsWith('tools')) return { nodeType: 'TOOL_EXECUTOR' };
  return name.startsWith('human')
    ? { nodeType: 'HUMAN_HANDOFF' }
    : { nodeType: 'AGENT', agentId: `agent-${name}` };
}

/** Agents for a sketch, with the tools each may call. */
export function sketchAgents(tools: Record<string, string[]>): NonNullable<WorkflowDefinition['agents']> {
  return Object.entries(tools).map(([name, own]) => ({
    id: `agent-${name}`,
    name,
    systemPrompt: '',
    tools: own,
  }));
}
