import type { WorkflowDefinition, WorkflowNode } from '@cadence-agents/contracts';
import type { Kinds } from './kinds/kinds.ts';

/**
 * For each tools node, the agents whose calls it may be executing: those from which it is reached without passing
 * another agent. A hand-off can be entered from anywhere through a limit, so beyond one every agent counts.
 */
export function callersByNode(
  definition: WorkflowDefinition,
  nodes: ReadonlyMap<string, WorkflowNode>,
  kinds: Kinds,
): Map<string, string[]> {
  const family = (id: string) => kinds.find(nodes.get(id)?.nodeType ?? '')?.family;
  const agents = [...nodes.keys()].filter((id) => family(id) === 'agent');
  const sources = Map.groupBy(definition.edges, (edge) => edge.targetNodeId);

  const callers = new Map<string, string[]>();
  for (const id of nodes.keys()) {
    if (family(id) !== 'tools') continue;
    const found = new Set<string>();
    const seen = new Set([id]);
    for (const passed of seen) {
      for (const { sourceNodeId } of sources.get(passed) ?? []) {
        if (family(sourceNodeId) === 'agent') found.add(sourceNodeId);
        else if (nodes.has(sourceNodeId)) seen.add(sourceNodeId);
      }
    }
    const viaHandoff = [...seen].some((passed) => family(passed) === 'human');
    callers.set(id, viaHandoff ? agents : [...found]);
  }
  return callers;
}
