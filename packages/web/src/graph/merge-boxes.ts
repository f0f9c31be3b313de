import { edgeKey, type GraphEdge, type GraphModel, type GraphNode } from './graph-model.ts';

/**
 * The picture with some boxes drawn as parts of others: lines lead to the box that is drawn, those within it are left
 * out, and lines that now join the same two are one.
 */
export function mergeBoxes(
  model: GraphModel,
  nodes: GraphNode[],
  /** The key of the box that is drawn, by that of each box that is a part of it. */
  drawnAs: ReadonlyMap<string, string>,
): GraphModel {
  const edges = new Map<string, GraphEdge>();
  for (const edge of model.edges) {
    const source = drawnAs.get(edge.source) ?? edge.source;
    const target = drawnAs.get(edge.target) ?? edge.target;
    if (source === target && edge.source !== edge.target) continue;
    const key = edgeKey(source, target);
    const line = edges.get(key) ?? { key, source, target, parts: [], labelled: [] };
    const labels = new Set(line.labelled.map(({ label }) => label));
    line.parts.push(...edge.parts);
    line.labelled.push(...edge.labelled.filter(({ label }) => !labels.has(label)));
    edges.set(key, line);
  }
  return { nodes, edges: [...edges.values()] };
}
