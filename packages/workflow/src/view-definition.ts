import {
  type DefinitionView,
  END_LABEL,
  type NodeView,
  type RouteCandidate,
  type RouteChoice,
  type WorkflowDefinition,
  type WorkflowEdge,
  type WorkflowNode,
} from '@cadence-agents/contracts';
import { callersByNode } from './callers-by-node.ts';
import { builtInKinds, type Kinds } from './kinds/kinds.ts';

/** Indexes a definition. Of duplicates the first counts, so that a definition with problems can be looked at too. */
export function viewDefinition(definition: WorkflowDefinition, kinds: Kinds = builtInKinds): DefinitionView {
  const nodes = new Map<string, WorkflowNode>();
  for (const node of definition.nodes) if (!nodes.has(node.id)) nodes.set(node.id, node);
  const edges = Map.groupBy(definition.edges, (edge) => edge.sourceNodeId);
  const callers = callersByNode(definition, nodes, kinds);

  const nodesById = new Map<string, NodeView>();
  for (const node of nodes.values()) {
    nodesById.set(
      node.id,
      viewNode(node, edges.get(node.id) ?? [], callers.get(node.id) ?? [], { nodes, kinds }),
    );
  }
  const views = [...nodesById.values()];
  const limitNode = views.find((view) => view.kind?.servesLimits === true)?.node;
  return {
    definition,
    nodesById,
    toolNodes: views.filter((view) => view.kind?.family === 'tools'),
    edgesFrom: (nodeId) => edges.get(nodeId) ?? [],
    limitNode: () => limitNode,
    callersOf: (nodeId) => callers.get(nodeId) ?? [],
  };
}

function viewNode(
  node: WorkflowNode,
  edges: readonly WorkflowEdge[],
  callers: readonly string[],
  { nodes, kinds }: { nodes: ReadonlyMap<string, WorkflowNode>; kinds: Kinds },
): NodeView {
  const kind = kinds.find(node.nodeType);
  const conditional = new Map<string, WorkflowEdge>();
  for (const edge of edges) {
    const label = edge.conditionValue ?? '';
    if (edge.conditionType === 'CONDITIONAL' && label !== '' && !conditional.has(label))
      conditional.set(label, edge);
  }
  const always = edges.find((edge) => edge.conditionType === 'ALWAYS');
  const leadsToTools = (edge: WorkflowEdge) =>
    kinds.find(nodes.get(edge.targetNodeId ?? '')?.nodeType ?? '')?.family === 'tools';

  const nameOf = (id: string | null) => (id === null ? null : (nodes.get(id)?.nodeName ?? id));
  const candidates: RouteCandidate[] = [...conditional].map(([label, edge]) => ({
    label,
    to: nameOf(edge.targetNodeId),
  }));
  if (always !== undefined) candidates.push({ label: null, to: nameOf(always.targetNodeId) });

  const byLabel = new Map<string, RouteChoice>();
  for (const [label, edge] of conditional)
    byLabel.set(label, { rule: 'label', to: edge.targetNodeId, candidates });
  if (always?.targetNodeId === null && !byLabel.has(END_LABEL)) {
    byLabel.set(END_LABEL, { rule: 'label', to: null, candidates });
  }
  const byCaller = new Map<string, RouteChoice>();
  for (const caller of kind?.returnsToCaller === true ? callers : []) {
    const back = { label: null, to: nameOf(caller) };
    byCaller.set(caller, { rule: 'caller', to: caller, candidates: [...candidates, back] });
  }
  return {
    node,
    kind,
    edges,
    conditional,
    always,
    toolEdges: [...conditional.values()].filter(leadsToTools),
    candidates,
    choices: {
      byLabel,
      always: always && { rule: 'always', to: always.targetNodeId, candidates },
      byCaller,
      end: { rule: 'end', to: null, candidates },
    },
  };
}
