import type { GraphEdgePart, GraphNode } from './graph-model.ts';
import type { Size } from './read-layout.ts';
import type { Point } from './rounded-path.ts';

/** Of a node, and of a gap to the next one along the direction of the picture, with room for a label. */
export const NODE = { width: 172, height: 54 };
export const AHEAD = 110;

const sizes = {
  step: NODE,
  missing: NODE,
  end: { width: 64, height: 32 },
} as const;
/** As wide as the others, so that names can be read from afar. */
const QUIET = { width: 172, height: 32 };

export const CELL = { width: 134, height: 36 };
const GAP = 8;
const PADDING = 12;
const TITLE = 30;

export function nodeSize(node: GraphNode): Size {
  if (node.type === 'group') return groupSize(node.cells ?? 0);
  return node.isQuiet ? QUIET : sizes[node.type];
}

/** About as wide as high. */
const columnsOf = (cells: number) =>
  Math.max(2, Math.ceil(Math.sqrt((cells * (CELL.height + GAP)) / CELL.width)));

function groupSize(cells: number): Size {
  const columns = columnsOf(cells);
  const rows = Math.ceil(cells / columns);
  return {
    width: 2 * PADDING + columns * (CELL.width + GAP) - GAP,
    height: TITLE + PADDING + rows * (CELL.height + GAP) - GAP,
  };
}

/** Upper left corner of a cell within its group. */
export function cellPlace(index: number, cells: number): Point {
  const columns = columnsOf(cells);
  return {
    x: PADDING + (index % columns) * (CELL.width + GAP),
    y: TITLE + Math.floor(index / columns) * (CELL.height + GAP),
  };
}

export const LABEL_HEIGHT = 24;
const LABEL_MOST = 170;

/** Room for the labels of one line, stacked; none for a line that is always taken. As large as when zoomed out. */
export function labelSize(parts: readonly GraphEdgePart[]): Size | undefined {
  const labels = parts.map((part) => part.label).filter((label) => label !== null);
  if (labels.length === 0) return undefined;
  const longest = Math.max(...labels.map((label) => label.length));
  return {
    width: Math.min(LABEL_MOST, Math.ceil(longest * 9) + 18),
    height: labels.length * LABEL_HEIGHT,
  };
}
