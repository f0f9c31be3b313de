import { type EdgeLabel, Graph, type GraphLabel, layout, type NodeLabel } from '@dagrejs/dagre';
import type { Drawing, DrawnNode } from './drawing.ts';
import { endBadges, type Line, linesOf } from './lines.ts';
import { fitText, textWidth } from './text-width.ts';

export interface Point {
  x: number;
  y: number;
}

/** A rectangle by its centre. */
export interface Box extends Point {
  width: number;
  height: number;
}

export interface PlacedNode {
  node: DrawnNode;
  box: Box;
  /** The name, as much of it as fits. */
  text: string;
  /** It may end the run, among other things. */
  badge: boolean;
}

export interface PlacedLine {
  line: Line;
  points: readonly Point[];
  label: { box: Box; text: string } | undefined;
}

/** A drawing with a place for everything. */
export interface Layout {
  /** What all of it takes up. */
  bounds: Box;
  nodes: PlacedNode[];
  lines: PlacedLine[];
  /** Where runs end, with a mark for each line there. */
  ends: Box[];
  start: { box: Box; points: readonly Point[] } | undefined;
}

const NAME_SIZE = 14;
const KIND_SIZE = 11;
const LABEL_SIZE = 11.5;
const NODE_HEIGHT = 54;
const BESIDE_NAME = 66;
const BADGE = 26;
const LONGEST_NAME = 18;
const LONGEST_LABEL = 26;
const MARK = 18;
const START = 'start';

export function layOut(drawing: Drawing): Layout {
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', acyclicer: 'greedy', nodesep: 36, edgesep: 18, ranksep: 52 });
  const badges = endBadges(drawing.edges);
  for (const node of drawing.nodes) {
    const text = Math.max(textWidth(nameText(node)) * NAME_SIZE, textWidth(kindText(node)) * KIND_SIZE);
    const width = Math.max(120, Math.ceil(text) + BESIDE_NAME);
    graph.setNode(node.key, { width: badges.has(node.key) ? width + BADGE : width, height: NODE_HEIGHT });
  }
  const entry = drawing.nodes.find((node) => node.entry);
  if (entry !== undefined) {
    graph.setNode(START, { width: MARK, height: MARK });
    graph.setEdge(START, entry.key, { weight: 4 }, START);
  }
  const lines = linesOf(drawing);
  const tools = new Set(drawing.nodes.filter((node) => node.family === 'tools').map((node) => node.key));
  for (const line of lines) {
    if (line.edge.to === null) graph.setNode(targetOf(line), { width: MARK, height: MARK });
    const text = labelText(line);
    const size =
      text === '' ? {} : { width: textWidth(text) * LABEL_SIZE + 14, height: 20, labelpos: 'c' as const };
    graph.setEdge(line.edge.from, targetOf(line), { ...size, weight: weightOf(line, tools) }, line.key);
  }
  layout(graph);

  const boxOf = (key: string): Box => {
    const { x = 0, y = 0, width, height } = graph.node(key);
    return { x, y, width, height };
  };
  const nodes = drawing.nodes.map((node) => ({
    node,
    box: boxOf(node.key),
    text: nameText(node),
    badge: badges.has(node.key),
  }));
  const placed = lines.map((line) => {
    const placed = placeLine(line, graph.edge(line.edge.from, targetOf(line), line.key));
    return line.edge.from === line.edge.to
      ? { ...placed, points: loopBeside(boxOf(line.edge.from), placed) }
      : placed;
  });
  const boxes = graph.nodes().map(boxOf);
  const labels = placed.flatMap(({ label }) => (label === undefined ? [] : [label.box]));
  return {
    bounds: boundsOf(
      [...boxes, ...labels],
      placed.flatMap(({ points }) => points),
    ),
    nodes,
    lines: placed,
    ends: lines.filter((line) => line.edge.to === null).map((line) => boxOf(targetOf(line))),
    start: entry && { box: boxOf(START), points: graph.edge(START, entry.key, START).points ?? [] },
  };
}

/** Lines may swing out beyond the nodes, where the layout's own size does not reach. */
function boundsOf(boxes: readonly Box[], points: readonly Point[]): Box {
  let [left, top, right, bottom] = [0, 0, 0, 0];
  for (const { x, y, width, height } of [
    ...boxes,
    ...points.map((point) => ({ ...point, width: 0, height: 0 })),
  ]) {
    left = Math.min(left, x - width / 2);
    right = Math.max(right, x + width / 2);
    top = Math.min(top, y - height / 2);
    bottom = Math.max(bottom, y + height / 2);
  }
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top };
}

function placeLine(line: Line, { points = [], x = 0, y = 0, width = 0, height = 0 }: EdgeLabel): PlacedLine {
  const text = labelText(line);
  return { line, points, label: text === '' ? undefined : { box: { x, y, width, height }, text } };
}

/** Out of the right side of a node and in again, through the label. */
function loopBeside({ x, y, width }: Box, { label }: PlacedLine): Point[] {
  const side = x + width / 2;
  const far = label?.box.x ?? side + 30;
  return [
    { x: side, y: y - 9 },
    { x: far, y: y - 26 },
    { x: far, y: y + 26 },
    { x: side, y: y + 9 },
  ];
}

/** What comes back from tools points up, and all else down, where both cannot be had. */
function weightOf({ edge }: Line, tools: ReadonlySet<string>): number {
  return tools.has(edge.from) ? 1 : 3;
}

function targetOf({ key, edge }: Line): string {
  return edge.to ?? `end-${key}`;
}

function nameText({ name }: DrawnNode): string {
  return fitText(name, LONGEST_NAME);
}

export function kindText({ kind }: DrawnNode): string {
  return fitText(kind, LONGEST_NAME);
}

function labelText({ words }: Line): string {
  return fitText(words, LONGEST_LABEL);
}
