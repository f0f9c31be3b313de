import { END_LABEL, type WorkflowEdge } from '@cadence-agents/contracts';
import { valueAt } from '../../check/document-path.ts';
import { nearestName } from '../../nearest-name.ts';
import type { ProblemCode } from '../../problem-codes.ts';
import type { Edit, Fix, Offer, Trouble } from '../fix.ts';
import { freeLabel, nodeName, removeEntries } from '../parts.ts';

/** What is wrong with one edge. */
export const edgeOffers: Partial<Record<ProblemCode, Offer>> = {
  ALWAYS_DUPLICATE: about(function* (edge, index, { draft }) {
    yield removal(index);
    yield labelled(index, freeLabel(draft, edge.sourceNodeId, edge.targetNodeId));
  }),
  ALWAYS_WITH_VALUE: about(function* (edge, index) {
    const value = edge.targetNodeId === null ? END_LABEL : null;
    yield { title: 'Drop the label', edits: [setOf(index, 'conditionValue', value)] };
    yield {
      title: `Take it only for "${edge.conditionValue}"`,
      edits: [setOf(index, 'conditionType', 'CONDITIONAL')],
    };
  }),
  CONDITION_VALUE_MISSING: about(function* (edge, index, { draft }) {
    yield labelled(index, freeLabel(draft, edge.sourceNodeId, edge.targetNodeId));
    yield { title: 'Take it always', edits: [setOf(index, 'conditionType', 'ALWAYS')] };
  }),
  LABEL_DUPLICATE: about(function* (edge, index, { draft }) {
    const earlier = draft.edges.find(
      ({ part }) => part.sourceNodeId === edge.sourceNodeId && part.conditionValue === edge.conditionValue,
    );
    const isSame = earlier?.part.targetNodeId === edge.targetNodeId;
    if (isSame) yield removal(index);
    yield labelled(index, freeLabel(draft, edge.sourceNodeId, edge.targetNodeId));
    if (!isSame) yield removal(index);
  }),
  END_WITHOUT_LABEL: about(function* (_edge, index) {
    yield { title: 'Set the label to END', edits: [setOf(index, 'conditionValue', END_LABEL)] };
    yield removal(index);
  }),
  END_WITH_TARGET: about(function* (edge, index, { draft }) {
    yield { title: 'Have it end the run', edits: [setOf(index, 'targetNodeId', null)] };
    yield labelled(index, freeLabel(draft, edge.sourceNodeId, edge.targetNodeId));
  }),
  EDGE_NEVER_TAKEN: about(unusedEdge),
  TOOL_EDGE_NEVER_TAKEN: about(unusedEdge),
};

type EdgeOffer = (edge: WorkflowEdge, index: number, trouble: Trouble) => Iterable<Fix>;

function about(offer: EdgeOffer): Offer {
  return (trouble) => {
    const found = trouble.draft.edges.find(({ index }) => index === trouble.at[1]);
    return found ? offer(found.part, found.index, trouble) : [];
  };
}

const setOf = (index: number, field: string, value: string | null): Edit => ({
  type: 'set',
  path: ['edges', index, field],
  value,
});

const removal = (index: number): Fix => ({
  title: 'Remove the edge',
  edits: removeEntries('edges', [index]),
});

const labelled = (index: number, label: string): Fix => ({
  title: `Take it for the label "${label}"`,
  edits: [setOf(index, 'conditionType', 'CONDITIONAL'), setOf(index, 'conditionValue', label)],
});

function* unusedEdge(edge: WorkflowEdge, index: number, { draft }: Trouble): Iterable<Fix> {
  const here = draft.view.nodesById.get(edge.sourceNodeId);
  const label = edge.conditionValue ?? '';
  if (here === undefined) return;
  const returned = here.kind?.labels(draft.view, here.node, draft.catalogue) ?? [];
  const unserved = [...returned].flatMap((each) =>
    each === null || here.conditional.has(each) ? [] : [each],
  );
  const callers = draft.view.callersOf(here.node.id).map((id) => draft.view.nodesById.get(id)?.node.agentId);
  const tools = callers.flatMap((id) => draft.catalogue?.get(id ?? '')?.tools ?? []);
  const meant = nearestName(label, here.kind?.family === 'tools' ? tools : unserved);
  if (meant !== undefined) yield labelled(index, meant);
  const node = draft.nodes.find(({ part }) => part === here.node);
  const routes = valueAt(draft.document, ['nodes', node?.index ?? -1, 'config', 'routes']);
  if (node !== undefined && Array.isArray(routes))
    yield {
      title: `Let ${nodeName(draft, here.node.id)} choose "${label}"`,
      edits: [{ type: 'append', path: ['nodes', node.index, 'config', 'routes'], value: label }],
    };
  yield removal(index);
}
