import type { DefinitionView } from '@cadence-agents/contracts';

/** An agent that a coordinator can send off, and the label that does it. */
export interface CoordinatorTarget {
  label: string;
  nodeId: string;
  agentId: string;
}

/**
 * The agents behind a coordinator's control tools, each once. Of several labels for one agent the last counts, which
 * is where a generated definition has its full name.
 */
export function coordinatorTargets(view: DefinitionView, coordinatorId: string): CoordinatorTarget[] {
  const controlId = view.nodesById.get(coordinatorId)?.conditional.get('continue')?.targetNodeId;
  const targets = new Map<string, CoordinatorTarget>();
  for (const [label, { targetNodeId }] of view.nodesById.get(controlId ?? '')?.conditional ?? []) {
    const agentId = view.nodesById.get(targetNodeId ?? '')?.node.agentId;
    if (targetNodeId !== null && agentId) targets.set(targetNodeId, { label, nodeId: targetNodeId, agentId });
  }
  return [...targets.values()];
}
