import type { DefinitionView, NodeFamily, NodeView, WorkflowDefinition } from '@cadence-agents/contracts';
import type { Kinds } from '../kinds/kinds.ts';
import { viewDefinition } from '../view-definition.ts';

export interface DrawnNode {
  /** `n0`, `n1`…: names of users are text in a picture, never part of its syntax. */
  key: string;
  name: string;
  /** What kind of node it is, in words. */
  kind: string;
  family: NodeFamily | 'unknown';
  entry: boolean;
}

export interface DrawnEdge {
  from: string;
  /** Key of a node, or `null` for the end. */
  to: string | null;
  labels: string[];
  /** Taken on a label, taken always, or the way back to the caller that no edge spells out. */
  style: 'label' | 'always' | 'caller';
}

/** What every picture of a definition shows, whatever it is drawn with. */
export interface Drawing {
  title: string;
  nodes: DrawnNode[];
  edges: DrawnEdge[];
}

export function drawingOf(definition: WorkflowDefinition, kinds?: Kinds): Drawing {
  const view = viewDefinition(definition, kinds);
  const here = [...view.nodesById.values()];
  const keys = new Map(here.map(({ node }, i) => [node.id, `n${i}`]));
  const nodes = here.map(
    ({ node, kind }, i): DrawnNode => ({
      key: `n${i}`,
      name: node.nodeName,
      kind: kind?.title ?? node.nodeType,
      family: kind?.family ?? 'unknown',
      entry: node.id === definition.entrypointNodeId,
    }),
  );
  return { title: definition.name, nodes, edges: here.flatMap((each) => edgesOf(view, each, keys)) };
}

/** Edges of one look between the same two nodes are drawn as one, with all their labels. */
function edgesOf(view: DefinitionView, here: NodeView, keys: ReadonlyMap<string, string>): DrawnEdge[] {
  const drawn = new Map<string, DrawnEdge>();
  const add = (target: string | null, style: DrawnEdge['style'], label?: string) => {
    const from = keys.get(here.node.id);
    const to = target === null ? null : keys.get(target);
    if (from === undefined || to === undefined) return;
    const edge = drawn.get(`${style} ${to}`) ?? { from, to, labels: [], style };
    if (label !== undefined) edge.labels.push(label);
    drawn.set(`${style} ${to}`, edge);
  };
  for (const [label, edge] of here.conditional) add(edge.targetNodeId, 'label', label);
  if (here.always !== undefined) add(here.always.targetNodeId, 'always');
  else if (here.kind?.returnsToCaller === true) {
    for (const caller of view.callersOf(here.node.id)) add(caller, 'caller');
  }
  return [...drawn.values()];
}
