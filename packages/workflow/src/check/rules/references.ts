import type { Problem } from '@cadence-agents/contracts';
import type { Draft } from '../draft.ts';
import { makeProblem } from '../make-problem.ts';

/** The entry point, and both ends of every edge, are nodes of the workflow. */
export function* references(draft: Draft): Iterable<Problem> {
  const { entrypointNodeId } = draft.view.definition;
  const entryUndefined = entrypointNodeId !== '' && !draft.view.nodesById.has(entrypointNodeId);
  const unknown = new Set(draft.undefinedIds);
  if (entryUndefined) unknown.add(entrypointNodeId);
  // Nodes without an id of their own are a problem already; those who refer to them are not another.
  if (unknown.size <= draft.unreadNodes) return;

  const hints = hintsFor(draft, unknown);
  if (entryUndefined) {
    const message = `The workflow starts at node "${entrypointNodeId}", which is not defined.`;
    yield makeProblem('ENTRYPOINT_UNDEFINED', '$.entrypointNodeId', message, hints(entrypointNodeId));
  }
  for (const { part: edge, index } of draft.edges) {
    const { sourceNodeId, targetNodeId } = edge;
    const name = edge.id === '' ? `Edge ${index}` : `Edge "${edge.id}"`;
    if (unknown.has(sourceNodeId)) {
      const path = `$.edges[${index}].sourceNodeId`;
      const message = `${name} starts at node "${sourceNodeId}", which is not defined.`;
      yield makeProblem('EDGE_SOURCE_UNDEFINED', path, message, hints(sourceNodeId));
    }
    if (targetNodeId !== null && unknown.has(targetNodeId)) {
      const path = `$.edges[${index}].targetNodeId`;
      const message = `${name} leads to node "${targetNodeId}", which is not defined.`;
      yield makeProblem('EDGE_TARGET_UNDEFINED', path, message, hints(targetNodeId));
    }
  }
}

function hintsFor(draft: Draft, unknown: ReadonlySet<string>): (id: string) => string {
  const targets = new Set(draft.edges.map(({ part }) => part.targetNodeId));
  const hints = new Map<string, string>();
  for (const id of unknown) {
    // Edges both to and from it tell of a node that was left out, not of a slip in one place.
    const leftOut = targets.has(id) && draft.view.edgesFrom(id).length > 0;
    const nearest = leftOut ? undefined : draft.suggest(id, draft.view.nodesById.keys());
    hints.set(
      id,
      nearest === undefined
        ? `Define a node with the id "${id}", or use the id of one that exists.`
        : `Did you mean "${nearest}"? Otherwise define a node with the id "${id}".`,
    );
  }
  return (id) => hints.get(id) ?? '';
}
