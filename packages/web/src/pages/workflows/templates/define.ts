// How templates are written down: nodes by name, edges by what they connect.
import type {
  AgentDefinition,
  JsonObject,
  WorkflowDefinition,
  WorkflowEdge,
  WorkflowNode,
} from '@cadence-agents/contracts';

const workflowId = 'template';

type Settings = Pick<WorkflowDefinition, 'description'> &
  Partial<Pick<WorkflowDefinition, 'isConversational' | 'limits' | 'agents'>>;

/** Begins at the first node. */
export function define(
  name: string,
  settings: Settings,
  nodes: readonly WorkflowNode[],
  edges: readonly WorkflowEdge[],
): WorkflowDefinition {
  return {
    ...{ id: workflowId, name, isConversational: false, ...settings },
    entrypointNodeId: nodes[0]?.id ?? '',
    nodes: [...nodes],
    edges: [...edges],
  };
}

export const node = (nodeType: string, id: string, config?: JsonObject): WorkflowNode => ({
  ...{ id, workflowId, nodeType, nodeName: id },
  ...(config && { config }),
});

/** Whose agent has the same id. */
export const agentNode = (id: string, config?: JsonObject): WorkflowNode => ({
  ...node('AGENT', id, config),
  agentId: id,
});

export const agent = (id: string, description: string, systemPrompt: string): AgentDefinition => ({
  ...{ id, name: id.charAt(0).toUpperCase() + id.slice(1), description, systemPrompt },
});

/** Taken whatever the node says. */
export const always = (from: string, to: string | null): WorkflowEdge => ({
  ...{ id: `${from}:always`, workflowId, sourceNodeId: from, targetNodeId: to },
  conditionType: 'ALWAYS',
  ...(to === null && { conditionValue: 'END' }),
});

/** Taken when the node says this label. */
export const when = (from: string, label: string, to: string | null): WorkflowEdge => ({
  ...{ id: `${from}:${label}`, workflowId, sourceNodeId: from, targetNodeId: to },
  ...{ conditionType: 'CONDITIONAL', conditionValue: label },
});
