import type { GraphEdge } from './graph-model.ts';
import { labelSize } from './node-size.ts';
import type { EdgeRoute, Size } from './read-layout.ts';
import type { Point } from './rounded-path.ts';

type Box = Point & Size;

const SHARES = [0.5, 0.32, 0.68];
/** Of a label that is cut short, so much is left, and so much of its line is seen. */
const LEAST_WIDTH = 24;
const SEEN = 20;

interface Spot {
  middle: Point;
  size: Size;
}

/** The labels of each line at a place of it where they cover least. */
export function placeLabels(
  edges: readonly GraphEdge[],
  routes: ReadonlyMap<string, Point[]>,
  boxes: readonly Box[],
): ReadonlyMap<string, EdgeRoute> {
  const labels: Box[] = [];
  return new Map(
    edges.flatMap(({ key, labelled }): [string, EdgeRoute][] => {
      const points = routes.get(key);
      if (points === undefined) return [];
      const size = labelSize(labelled);
      const spot = size && bestSpot(points, size, boxes, labels);
      if (spot) labels.push(boxAround(spot));
      const labelRoom = spot?.size === size ? undefined : spot?.size.width;
      return [[key, { points, label: spot?.middle, labelRoom }]];
    }),
  );
}

function bestSpot(points: readonly Point[], size: Size, boxes: readonly Box[], labels: readonly Box[]): Spot {
  let best: Spot = { middle: points[0] ?? { x: 0, y: 0 }, size };
  let least = Number.POSITIVE_INFINITY;
  for (let i = 1; i < points.length; i += 1) {
    const [a, b] = [points[i - 1], points[i]];
    if (a === undefined || b === undefined) continue;
    const room = a.y === b.y ? Math.abs(a.x - b.x) - size.width : Math.abs(a.y - b.y) - size.height;
    for (const share of SHARES) {
      const middle = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
      const base = (room < 0 ? 400 - room * 4 : 0) + Math.abs(share - 0.5) * 60;
      if (base >= least) continue;
      const spot = { middle, size };
      const cost = base + covered(spot, boxes, labels);
      if (cost < least) [best, least] = [spot, cost];
    }
    // Between two boxes that stand near each other: better cut short than under them.
    const width = Math.abs(a.x - b.x) - SEEN;
    if (a.y !== b.y || width >= size.width || width < LEAST_WIDTH) continue;
    const short = { middle: { x: (a.x + b.x) / 2, y: a.y }, size: { ...size, width } };
    const cost = (size.width - width) * 2 + covered(short, boxes, labels);
    if (cost < least) [best, least] = [short, cost];
  }
  return best;
}

const boxAround = ({ middle, size: { width, height } }: Spot): Box => ({
  x: middle.x - width / 2,
  y: middle.y - height / 2,
  width,
  height,
});

function covered(spot: Spot, boxes: readonly Box[], labels: readonly Box[]): number {
  const around = boxAround(spot);
  return coveredBy(around, boxes) * 3 + coveredBy(around, labels) * 4;
}

function coveredBy(a: Box, others: readonly Box[]): number {
  let covered = 0;
  for (const b of others) {
    const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
    const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
    if (width > 0 && height > 0) covered += width * height;
  }
  return covered;
}
