import type { Problem } from '@cadence-agents/contracts';
import type { Draft } from '../draft.ts';
import { makeProblem } from '../make-problem.ts';

/** A run can come to every node, if only by hitting a limit. */
export function* reachability(draft: Draft): Iterable<Problem> {
  const { view } = draft;
  const { entrypointNodeId } = view.definition;
  if (draft.unreadEdges > 0 || !view.nodesById.has(entrypointNodeId)) return;
  const limitNode = view.limitNode();
  const reached = new Set([entrypointNodeId, ...draft.strayEdges.map((edge) => edge.sourceNodeId)]);
  if (limitNode !== undefined) reached.add(limitNode.id);
  for (const id of reached) {
    for (const { targetNodeId } of view.edgesFrom(id)) if (targetNodeId !== null) reached.add(targetNodeId);
    for (const caller of view.nodesById.get(id)?.choices.byCaller.keys() ?? []) reached.add(caller);
    if (!view.nodesById.has(id)) for (const meant of probablyMeant(draft, id)) reached.add(meant);
  }
  for (const { part: node, index } of draft.nodes) {
    if (reached.has(node.id)) continue;
    const message = `No run can come to "${node.nodeName || node.id}": no edge leads there from the entry point.`;
    const hint = 'Add an edge that leads to it, or remove it.';
    yield makeProblem('NODE_UNREACHABLE', `$.nodes[${index}]`, message, hint);
  }
}

/**
 * Nodes an edge to an undefined one was probably meant for, by the likeness of the ids or by a label that is a node's
 * name. That they cannot be reached is the same slip, not another.
 */
function* probablyMeant(draft: Draft, undefinedId: string): Iterable<string> {
  if (draft.view.edgesFrom(undefinedId).length > 0) return;
  const nearest = draft.suggest(undefinedId, draft.view.nodesById.keys());
  if (nearest !== undefined) yield nearest;
  const labels = new Set(
    draft.edges
      .filter(({ part }) => part.targetNodeId === undefinedId)
      .map(({ part }) => part.conditionValue),
  );
  for (const { part: node } of draft.nodes) if (labels.has(node.nodeName)) yield node.id;
}
