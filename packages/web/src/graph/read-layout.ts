import type { ElkNode } from 'elkjs/lib/elk-api.js';
import type { Point } from './rounded-path.ts';

export interface Size {
  width: number;
  height: number;
}

export interface GraphLayout {
  /** What the picture takes up, lines included. */
  area: Point & Size;
  /** Upper left corner of each box, by key. */
  nodes: ReadonlyMap<string, Point>;
  edges: ReadonlyMap<string, EdgeRoute>;
}

export interface EdgeRoute {
  points: Point[];
  /** Middle of the labels; absent where there are none. */
  label: Point | undefined;
  /** How wide they may be where there is less room than they take. */
  labelRoom?: number | undefined;
}

/** What ELK worked out, as far as it is drawn. */
export function readLayout(graph: ElkNode): GraphLayout {
  const nodes = new Map<string, Point>();
  for (const { id, x = 0, y = 0 } of graph.children ?? []) nodes.set(id, { x, y });
  const edges = new Map<string, EdgeRoute>();
  for (const { id, sections = [], labels = [] } of graph.edges ?? []) {
    const points = sections.flatMap((section) => [
      section.startPoint,
      ...(section.bendPoints ?? []),
      section.endPoint,
    ]);
    const [label] = labels;
    const middle = label && {
      x: (label.x ?? 0) + (label.width ?? 0) / 2,
      y: (label.y ?? 0) + (label.height ?? 0) / 2,
    };
    edges.set(id, { points, label: middle });
  }
  return { area: { x: 0, y: 0, width: graph.width ?? 0, height: graph.height ?? 0 }, nodes, edges };
}
