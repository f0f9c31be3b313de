import { defaultLimits, END_LABEL, type WorkflowNode } from '@cadence-agents/contracts';
import { valueAt } from '../../check/document-path.ts';
import { nearestName } from '../../nearest-name.ts';
import type { ProblemCode } from '../../problem-codes.ts';
import type { Edit, Fix, Offer, Trouble } from '../fix.ts';
import { freeLabel, nameOf, newEdge, nodeName, removeEntries } from '../parts.ts';

/** Where a run can go: labels without an edge, nodes out of reach, ways without an end. */
export const routeOffers: Partial<Record<ProblemCode, Offer>> = {
  LABEL_UNSERVED: about(unservedLabel),
  END_UNSERVED: about(function* (node, _index, { draft }) {
    yield { title: 'Add an END edge', edits: [newEdge(draft, node.id, null, END_LABEL)] };
  }),
  NODE_WITHOUT_ROUTE: about(function* (node, _index, trouble) {
    yield* alwaysEdges(node, trouble);
  }),
  NODE_UNREACHABLE: about(unreachable),
  NODE_CANNOT_END: about(withoutEnd),
  LOOP_UNBOUNDED: function* () {
    const { maxSteps } = defaultLimits;
    yield {
      title: `Allow at most ${maxSteps} steps`,
      edits: [{ type: 'set', path: ['limits', 'maxSteps'], value: maxSteps }],
    };
  },
};

type NodeOffer = (node: WorkflowNode, index: number, trouble: Trouble) => Iterable<Fix>;

function about(offer: NodeOffer): Offer {
  return (trouble) => {
    const found = trouble.draft.nodes.find(({ index }) => index === trouble.at[1]);
    return found ? offer(found.part, found.index, trouble) : [];
  };
}

function* unservedLabel(node: WorkflowNode, _index: number, trouble: Trouble): Iterable<Fix> {
  const { at, draft } = trouble;
  const written = valueAt(draft.document, at);
  const served = draft.view.nodesById.get(node.id)?.conditional ?? new Map<string, unknown>();
  if (typeof written === 'string') {
    const meant = nearestName(written, served.keys());
    if (meant !== undefined)
      yield { title: `Name the label "${meant}"`, edits: [{ type: 'set', path: at, value: meant }] };
    yield* labelEdges(node, written, trouble);
  } else {
    // The kind itself names its labels, and the problem may be about any of them.
    const declared = draft.kinds.find(node.nodeType)?.declaredLabels(node) ?? [];
    for (const { label } of declared) if (!served.has(label)) yield* labelEdges(node, label, trouble);
  }
  yield* alwaysEdges(node, trouble);
  if (typeof written === 'string')
    yield { title: `Take the label "${written}" out`, edits: [{ type: 'remove', path: at }] };
}

function* labelEdges(node: WorkflowNode, label: string, trouble: Trouble): Iterable<Fix> {
  const { draft } = trouble;
  if (label === END_LABEL)
    yield { title: 'Add an END edge', edits: [newEdge(draft, node.id, null, END_LABEL)] };
  for (const to of [...likelyTargets(node, label, trouble)].slice(0, 2))
    yield {
      title: `Add an edge "${label}" to ${nodeName(draft, to)}`,
      edits: [newEdge(draft, node.id, to, label)],
    };
}

/** Nodes that an edge may be meant to lead to: of the same name, without a way to them, then the next one. */
function* likelyTargets(node: WorkflowNode, label: string, { draft }: Trouble): Iterable<string> {
  const isTools = ({ nodeType }: WorkflowNode) => draft.kinds.find(nodeType)?.family === 'tools';
  const others = draft.nodes
    .map(({ part }) => part)
    .filter((other) => other.id !== node.id && !isTools(other));
  const reached = new Set(draft.edges.map(({ part }) => part.targetNodeId));
  const byName = nearestName(label, others.map(nameOf));
  const next = draft.nodes[draft.nodes.findIndex(({ part }) => part === node) + 1]?.part;
  const ids = [
    others.find((other) => nameOf(other) === byName)?.id,
    others.find(({ id }) => !reached.has(id) && id !== draft.view.definition.entrypointNodeId)?.id,
    others.find((other) => other === next)?.id,
  ];
  yield* new Set(ids.filter((id) => id !== undefined));
}

function* alwaysEdges(node: WorkflowNode, { draft }: Trouble): Iterable<Fix> {
  yield { title: 'Go to the end otherwise', edits: [newEdge(draft, node.id, null, null)] };
  const at = draft.nodes.findIndex(({ part }) => part === node);
  const next = draft.nodes[at + 1]?.part;
  if (next !== undefined)
    yield {
      title: `Go to ${nodeName(draft, next.id)} otherwise`,
      edits: [newEdge(draft, node.id, next.id, null)],
    };
}

function* unreachable(node: WorkflowNode, index: number, { draft }: Trouble): Iterable<Fix> {
  for (const { part: from } of sourcesFor(node, draft)) {
    const here = draft.view.nodesById.get(from.id);
    const isChoosing = ['agent', 'human'].includes(here?.kind?.family ?? '');
    const label = isChoosing || here?.always !== undefined ? freeLabel(draft, from.id, node.id) : null;
    yield {
      title: `Lead to it from ${nodeName(draft, from.id)}`,
      edits: [newEdge(draft, from.id, node.id, label)],
    };
  }
  const touching = draft.edges
    .filter(({ part }) => part.sourceNodeId === node.id || part.targetNodeId === node.id)
    .map((edge) => edge.index);
  yield {
    title: `Remove ${nodeName(draft, node.id)}`,
    edits: [...removeEntries('edges', touching), ...removeEntries('nodes', [index])],
  };
}

/** The node before it first, then the entry. */
function sourcesFor(node: WorkflowNode, draft: Trouble['draft']): Trouble['draft']['nodes'] {
  const at = draft.nodes.findIndex(({ part }) => part === node);
  const entry = draft.nodes.find(({ part }) => part.id === draft.view.definition.entrypointNodeId);
  const sources = new Set([draft.nodes[at - 1], entry]);
  return [...sources].filter((each) => each !== undefined);
}

function* withoutEnd(node: WorkflowNode, _index: number, { draft }: Trouble): Iterable<Fix> {
  const here = draft.view.nodesById.get(node.id);
  const always = draft.edges.find(({ part }) => part === here?.always);
  yield { title: 'Add an END edge', edits: [newEdge(draft, node.id, null, END_LABEL)] };
  if (always === undefined)
    yield { title: 'Go to the end otherwise', edits: [newEdge(draft, node.id, null, null)] };
  else {
    const set = (field: string, value: string | null): Edit => ({
      type: 'set',
      path: ['edges', always.index, field],
      value,
    });
    yield {
      title: `Go from ${nodeName(draft, node.id)} to the end`,
      edits: [set('targetNodeId', null), set('conditionValue', END_LABEL)],
    };
  }
}
