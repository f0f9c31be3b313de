import type { DefinitionView } from '@cadence-agents/contracts';

/**
 * The label an agent node returns when it called tools: the edge named after the one tool it called, else its first
 * edge to a tools node. `null` when only the ALWAYS edge leads to one, undefined when no edge does.
 */
export function toolRoute(
  view: DefinitionView,
  agentNodeId: string,
  toolNames: readonly string[],
): string | null | undefined {
  const here = view.nodesById.get(agentNodeId);
  if (here === undefined) return undefined;
  const [name] = toolNames;
  const own = toolNames.every((other) => other === name)
    ? here.toolEdges.find((edge) => edge.conditionValue === name)
    : undefined;
  const edge = own ?? here.toolEdges[0];
  if (edge !== undefined) return edge.conditionValue ?? null;
  const target = here.always?.targetNodeId ?? undefined;
  if (target === undefined) return undefined;
  return view.nodesById.get(target)?.kind?.family === 'tools' ? null : undefined;
}
