import type { Problem } from '@cadence-agents/contracts';
import { possibleExits } from '../../possible-exits.ts';
import type { Draft } from '../draft.ts';
import { makeProblem } from '../make-problem.ts';

/** From every node a run can come to an end without hitting a limit. */
export function* ends(draft: Draft): Iterable<Problem> {
  if (draft.unreadEdges > 0 || draft.strayEdges.length > 0) return;
  const sources = new Map<string, string[]>();
  const ending = new Set<string>();
  for (const [id, here] of draft.view.nodesById) {
    if (draft.doubtful.has(id)) ending.add(id);
    for (const exit of possibleExits(draft.view, here, draft.catalogue)) {
      // Nobody knows what follows a node that is not defined.
      if (exit === null || !draft.view.nodesById.has(exit)) ending.add(id);
      else sources.set(exit, [...(sources.get(exit) ?? []), id]);
    }
  }
  for (const id of ending) for (const source of sources.get(id) ?? []) ending.add(source);
  for (const { part: node, index } of draft.nodes) {
    if (ending.has(node.id)) continue;
    const message = `From "${node.nodeName || node.id}" no end can be reached: every way leads on.`;
    const hint = 'Add an edge with "targetNodeId" null and "conditionValue" "END" on the way.';
    yield makeProblem('NODE_CANNOT_END', `$.nodes[${index}]`, message, hint);
  }
}
