import type { DefinitionView } from '@cadence-agents/contracts';

/** Nodes that a run can come to before it has visited any agent, so that there is no caller to go back to. */
export function callerless(view: DefinitionView): Set<string> {
  const reached = new Set([view.definition.entrypointNodeId]);
  for (const id of reached) {
    if (view.nodesById.get(id)?.kind?.family === 'agent') continue;
    for (const { targetNodeId } of view.edgesFrom(id)) if (targetNodeId !== null) reached.add(targetNodeId);
  }
  return reached;
}
