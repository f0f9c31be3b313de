import type { Draft } from './draft.ts';

/**
 * Whether an edge that is broken may be the one a node seems to lack, so that naming the lack as well would tell the
 * same thing twice.
 */
export function mayLackEdge(draft: Draft, nodeId: string, label?: string): boolean {
  if (draft.unreadEdges > 0 || draft.doubtful.has(nodeId)) return true;
  const edges = draft.view.edgesFrom(nodeId);
  if (edges.some((edge) => edge.conditionType === 'CONDITIONAL' && (edge.conditionValue ?? '') === ''))
    return true;
  return draft.strayEdges.some(
    (edge) => label === undefined || edge.conditionType === 'ALWAYS' || edge.conditionValue === label,
  );
}

/** Whether nothing can be said about where an edge leads: to no node, or to one of unknown type. */
export function leadsAnywhere(draft: Draft, targetNodeId: string | null): boolean {
  return targetNodeId !== null && draft.view.nodesById.get(targetNodeId)?.kind === undefined;
}
