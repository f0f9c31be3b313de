import type { Problem, WorkflowEdge } from '@cadence-agents/contracts';
import { leadsAnywhere } from '../doubts.ts';
import type { Draft } from '../draft.ts';
import { makeProblem } from '../make-problem.ts';

/** Each edge serves a label that its node can return. */
export function* unusedEdges(draft: Draft): Iterable<Problem> {
  const returned = new Map<string, ReadonlySet<string | null>>();
  for (const { part: edge, index } of draft.edges) {
    const here = draft.view.nodesById.get(edge.sourceNodeId);
    const kind = here?.kind;
    if (here === undefined || kind === undefined || draft.doubtful.has(edge.sourceNodeId)) continue;
    if (edge.conditionType === 'ALWAYS' || (edge.conditionValue ?? '') === '') continue;
    const labels = returned.get(here.node.id) ?? kind.labels(draft.view, here.node, draft.catalogue);
    returned.set(here.node.id, labels);
    if (labels.has(edge.conditionValue ?? null) || leadsAnywhere(draft, edge.targetNodeId)) continue;
    const name = here.node.nodeName || here.node.id;
    const path = `$.edges[${index}].conditionValue`;
    if (kind.family !== 'tools') {
      const message = `"${name}" never returns the label "${edge.conditionValue}", so that this edge is never taken.`;
      yield makeProblem('EDGE_NEVER_TAKEN', path, message, unusedHint(draft, edge));
    } else if (callersAreClear(draft, here.node.id)) {
      const message = `No agent that leads to "${name}" has the tool "${edge.conditionValue}", so that this edge is never taken.`;
      const hint = 'Give the tool to one of those agents, correct its name, or remove the edge.';
      yield makeProblem('TOOL_EDGE_NEVER_TAKEN', path, message, hint);
    }
  }
}

function unusedHint(draft: Draft, edge: WorkflowEdge): string {
  const toTools = draft.view.nodesById.get(edge.targetNodeId ?? '')?.kind?.family === 'tools';
  return toTools
    ? 'Give the agent a tool that needs this edge, or remove the edge.'
    : 'Add the label to those the node may choose, or remove the edge.';
}

function callersAreClear(draft: Draft, nodeId: string): boolean {
  if (draft.unreadEdges > 0) return false;
  return draft.edges.every(
    ({ part }) => part.targetNodeId !== nodeId || !leadsAnywhere(draft, part.sourceNodeId),
  );
}
