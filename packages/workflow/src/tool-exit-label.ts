import type { DefinitionView } from '@cadence-agents/contracts';

/**
 * The label a tools node returns after a turn's calls: the first tool's name when every tool has an edge of its own
 * and all of them lead to the same node, else `null`.
 */
export function toolExitLabel(
  view: DefinitionView,
  nodeId: string,
  toolNames: readonly string[],
): string | null {
  const conditional = view.nodesById.get(nodeId)?.conditional;
  const [first] = toolNames;
  if (conditional === undefined || first === undefined) return null;
  const target = conditional.get(first)?.targetNodeId;
  const agreed = toolNames.every((name) => {
    const edge = conditional.get(name);
    return edge !== undefined && edge.targetNodeId === target;
  });
  return agreed ? first : null;
}
