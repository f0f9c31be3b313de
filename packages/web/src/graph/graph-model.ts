import { END_LABEL, type NodeKind } from '@cadence-agents/contracts';
import { builtInKinds, type Kinds } from '@cadence-agents/workflow';
import { type DraftEdge, draftOf } from '../document/read-draft.ts';
import { END_KEY, nodeKey } from './box-keys.ts';

/**
 * A box of the picture: a node of the definition, the end, a node that an edge names but nobody defines, or a group of
 * nodes that are alike.
 */
export interface GraphNode {
  key: string;
  type: 'step' | 'end' | 'missing' | 'group';
  /** Place in the definition's `nodes`; -1 for the end and for what is missing. */
  index: number;
  name: string;
  nodeType: string;
  /** Absent when the type is unknown. */
  kind: NodeKind | undefined;
  isEntry: boolean;
  /** Decides at once, from the state alone. */
  isQuiet: boolean;
  /** What is drawn as a part of it: the tools of an agent, the members of a group. */
  inside: readonly GraphNode[];
  /** Whether its tools are drawn in it or beside it; absent where it has none of its own. */
  fold?: 'folded' | 'open';
  /** Room for so many members, where it is a group. */
  cells?: number;
}

/** All edges from one box to another, drawn as one line with a label each. */
export interface GraphEdge {
  key: string;
  source: string;
  target: string;
  parts: GraphEdgePart[];
  /** Those whose label stands at the line. */
  labelled: GraphEdgePart[];
}

export interface GraphEdgePart {
  /** Place in the definition's `edges`. */
  index: number;
  /** `null` for an edge that is always taken. */
  label: string | null;
  /** Names of the nodes that it joins; `null` for the end. */
  from: string;
  to: string | null;
}

export interface GraphModel {
  nodes: GraphNode[];
  edges: GraphEdge[];
}

/** The picture of anything that may be a definition: what cannot be drawn is left out, `check` names it. */
export function graphModel(
  document: unknown,
  kinds: Kinds = builtInKinds,
  /** Whether the end is drawn even if nothing leads to it yet. */
  withEnd = false,
): GraphModel {
  const draft = draftOf(document);
  const nodes = new Map<string, GraphNode>();
  for (const [index, node] of draft.nodes.entries()) {
    if (node.id === undefined || nodes.has(nodeKey(node.id))) continue;
    const { id, nodeType, nodeName = id } = node;
    nodes.set(nodeKey(id), {
      key: nodeKey(id),
      type: 'step',
      index,
      name: nodeName,
      nodeType,
      kind: kinds.find(nodeType),
      isEntry: id === draft.entrypointNodeId,
      isQuiet: kinds.find(nodeType)?.inline === true,
      inside: [],
    });
  }
  const edges = new Map<string, GraphEdge>();
  for (const [index, edge] of draft.edges.entries()) addEdge(nodes, edges, index, edge);
  if (withEnd) boxOf(nodes, END_KEY);
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

function addEdge(
  nodes: Map<string, GraphNode>,
  edges: Map<string, GraphEdge>,
  index: number,
  edge: DraftEdge,
): void {
  const { sourceNodeId: from, targetNodeId: to, label } = edge;
  if (from === undefined || to === undefined) return;
  const source = nodeKey(from);
  const target = to === null ? END_KEY : nodeKey(to);
  const [first, last] = [boxOf(nodes, source), boxOf(nodes, target)];
  const part = { index, label, from: first.name, to: last.type === 'end' ? null : last.name };
  const key = edgeKey(source, target);
  const line = edges.get(key) ?? { key, source, target, parts: [], labelled: [] };
  line.parts.push(part);
  if (label !== null) line.labelled.push(part);
  edges.set(key, line);
}

export const edgeKey = (source: string, target: string) => `${source}→${target}`;

function boxOf(nodes: Map<string, GraphNode>, key: string): GraphNode {
  const node = nodes.get(key) ?? unlistedNode(key);
  nodes.set(key, node);
  return node;
}

function unlistedNode(key: string): GraphNode {
  const isEnd = key === END_KEY;
  const name = isEnd ? END_LABEL : key.slice('node:'.length);
  const rest = { index: -1, nodeType: '', kind: undefined, isEntry: false, isQuiet: false, inside: [] };
  return { key, type: isEnd ? 'end' : 'missing', name, ...rest };
}
