import type { GraphEdge, GraphModel } from './graph-model.ts';
import type { Direction } from './layout-graph.ts';
import { placeLabels } from './place-labels.ts';
import type { EdgeRoute, Size } from './read-layout.ts';
import type { Point } from './rounded-path.ts';

export type Box = Point & Size;

/** From a box to the first corner. */
const STUB = 16;
const CLEAR = 9;
const LANES = [14, 24];
const MOST_LANES = 14;
const BEND = 22;
const THROUGH_A_BOX = 5_000;
const ALONG_ANOTHER = 8;
/** Lines closer than this look like one. */
const NEAR = 5;
const PORTS = 11;

interface Line {
  edge: GraphEdge;
  from: Box;
  to: Box;
  start: Point;
  end: Point;
}

/**
 * Lines with right angles around boxes that stand where they stand. Of a few ways for each, the one that crosses no box,
 * lies on no other line, is short and has few corners. Cheap enough for every frame while a box is dragged.
 */
export function routeEdges(
  { edges }: GraphModel,
  boxes: ReadonlyMap<string, Box>,
  direction: Direction,
): ReadonlyMap<string, EdgeRoute> {
  const turned = new Map(boxes.entries().map(([key, box]) => [key, turn(box, direction)]));
  const router = new Router([...turned.values()]);
  const lines = withPorts(edges, turned).toSorted((a, b) => lengthOf(a) - lengthOf(b));
  const routes = new Map<string, Point[]>();
  for (const line of lines) routes.set(line.edge.key, router.route(line));
  const straight = new Map(
    routes.entries().map(([key, points]) => [key, points.map((point) => turnPoint(point, direction))]),
  );
  return placeLabels(edges, straight, [...boxes.values()]);
}

/** Pictures that go down are worked out as if they went to the right. */
const turnPoint = ({ x, y }: Point, direction: Direction): Point =>
  direction === 'RIGHT' ? { x, y } : { x: y, y: x };
const turn = (box: Box, direction: Direction): Box =>
  direction === 'RIGHT' ? box : { x: box.y, y: box.x, width: box.height, height: box.width };

const lengthOf = ({ start, end }: Line) => Math.abs(start.x - end.x) + Math.abs(start.y - end.y);
const middleOf = ({ y, height }: Box) => y + height / 2;

/** Where lines leave a box on the right and reach one on the left, in the order of what they lead to. */
function withPorts(edges: readonly GraphEdge[], boxes: ReadonlyMap<string, Box>): Line[] {
  const lines = edges.flatMap((edge): Line[] => {
    const [from, to] = [boxes.get(edge.source), boxes.get(edge.target)];
    if (from === undefined || to === undefined) return [];
    const start = { x: from.x + from.width, y: middleOf(from) };
    return [{ edge, from, to, start, end: { x: to.x, y: middleOf(to) } }];
  });
  for (const group of Map.groupBy(lines, ({ edge }) => edge.source).values())
    for (const [line, y] of spread(
      group,
      ({ from }) => from,
      ({ to }) => to,
    ))
      line.start.y = y;
  for (const group of Map.groupBy(lines, ({ edge }) => edge.target).values())
    for (const [line, y] of spread(
      group,
      ({ to }) => to,
      ({ from }) => from,
    ))
      line.end.y = y;
  return lines;
}

function spread(lines: Line[], at: (line: Line) => Box, other: (line: Line) => Box): [Line, number][] {
  const sorted = lines.toSorted((a, b) => middleOf(other(a)) - middleOf(other(b)));
  return sorted.map((line, i) => {
    const box = at(line);
    const step = Math.min(PORTS, (box.height - 16) / Math.max(1, lines.length - 1));
    return [line, middleOf(box) + (i - (lines.length - 1) / 2) * step];
  });
}

type Piece = { from: Point; to: Point; edge: GraphEdge };

class Router {
  readonly #boxes: readonly Box[];
  /** Pieces of lines that are drawn already, by where they lie across. */
  readonly #drawn = { flat: new Map<number, Piece[]>(), steep: new Map<number, Piece[]>() };

  constructor(boxes: readonly Box[]) {
    this.#boxes = boxes;
  }

  route(line: Line): Point[] {
    const ways = this.#waysOf(line)
      .map((points) => ({ points: withoutDoubles(points), base: baseCost(points) }))
      .toSorted((a, b) => a.base - b.base);
    let [best] = ways;
    let least = Number.POSITIVE_INFINITY;
    for (const way of ways) {
      if (way.base >= least) break;
      const cost = way.base + this.#hindrance(line, way.points);
      if (cost < least) [best, least] = [way, cost];
    }
    const points = best?.points ?? [line.start, line.end];
    this.#keep(line.edge, points);
    return points;
  }

  #waysOf({ start, end, from, to }: Line): Point[][] {
    const ways: Point[][] = [];
    const isAhead = end.x - start.x >= 2 * STUB;
    if (isAhead && Math.abs(start.y - end.y) < 1) ways.push([start, end]);
    if (isAhead)
      for (const x of [
        (start.x + end.x) / 2,
        start.x + STUB,
        end.x - STUB,
        start.x + 2 * STUB,
        end.x - 2 * STUB,
      ])
        ways.push([start, { x, y: start.y }, { x, y: end.y }, end]);
    for (const [x1, x2] of [
      [start.x + STUB, end.x - STUB],
      [start.x + 1.6 * STUB, end.x - 1.6 * STUB],
    ] as const)
      for (const y of this.#lanes(x1, x2, start, end, [from, to]))
        ways.push([start, { x: x1, y: start.y }, { x: x1, y }, { x: x2, y }, { x: x2, y: end.y }, end]);
    return ways;
  }

  /** Heights at which one could get by, those with the smallest detour first. */
  #lanes(x1: number, x2: number, start: Point, end: Point, own: readonly Box[]): number[] {
    const [left, right] = [Math.min(x1, x2) - STUB, Math.max(x1, x2) + STUB];
    const between = this.#boxes.filter((box) => box.x < right && box.x + box.width > left);
    const lanes = [...between, ...own].flatMap((box) =>
      LANES.flatMap((gap) => [box.y - gap, box.y + box.height + gap]),
    );
    const detour = (y: number) => Math.abs(y - start.y) + Math.abs(y - end.y);
    return [...new Set([start.y, end.y, ...lanes])]
      .toSorted((a, b) => detour(a) - detour(b))
      .slice(0, MOST_LANES);
  }

  #hindrance({ from, to, edge }: Line, points: readonly Point[]): number {
    let cost = 0;
    for (let i = 1; i < points.length; i += 1) {
      const [a, b] = [points[i - 1], points[i]];
      if (a === undefined || b === undefined) continue;
      for (const box of this.#boxes) {
        if ((box === from && i === 1 && b.x > a.x) || (box === to && i === points.length - 1 && b.x > a.x))
          continue;
        if (isThrough(a, b, box)) cost += THROUGH_A_BOX;
      }
      cost += this.#shared(edge, a, b) * ALONG_ANOTHER;
    }
    return cost;
  }

  /** How far it would lie on lines that neither begin nor end where it does. */
  #shared(edge: GraphEdge, a: Point, b: Point): number {
    const isFlat = a.y === b.y;
    const drawn = isFlat ? this.#drawn.flat : this.#drawn.steep;
    const row = Math.round((isFlat ? a.y : a.x) / NEAR);
    let shared = 0;
    for (const near of [row - 1, row, row + 1])
      for (const piece of drawn.get(near) ?? []) {
        if (piece.edge.source === edge.source || piece.edge.target === edge.target) continue;
        shared += isFlat
          ? overlap(a.x, b.x, piece.from.x, piece.to.x)
          : overlap(a.y, b.y, piece.from.y, piece.to.y);
      }
    return shared;
  }

  #keep(edge: GraphEdge, points: readonly Point[]): void {
    for (let i = 1; i < points.length; i += 1) {
      const [from, to] = [points[i - 1], points[i]];
      if (from === undefined || to === undefined) continue;
      const isFlat = from.y === to.y;
      const drawn = isFlat ? this.#drawn.flat : this.#drawn.steep;
      const row = Math.round((isFlat ? from.y : from.x) / NEAR);
      const pieces = drawn.get(row);
      if (pieces) pieces.push({ from, to, edge });
      else drawn.set(row, [{ from, to, edge }]);
    }
  }
}

const baseCost = (points: readonly Point[]): number => {
  let cost = 0;
  for (let i = 1; i < points.length; i += 1) {
    const [a, b] = [points[i - 1], points[i]];
    const length = a && b ? Math.abs(a.x - b.x) + Math.abs(a.y - b.y) : 0;
    if (length > 0) cost += length + BEND;
  }
  return cost;
};

/** Without corners that are none. */
function withoutDoubles(points: readonly Point[]): Point[] {
  const corners: Point[] = [];
  for (const point of points) {
    const [before, last] = [corners.at(-2), corners.at(-1)];
    if (last && last.x === point.x && last.y === point.y) continue;
    const goesOn =
      before &&
      last &&
      ((before.x === last.x && last.x === point.x) || (before.y === last.y && last.y === point.y));
    if (goesOn) corners.pop();
    corners.push(point);
  }
  return corners;
}

const overlap = (a: number, b: number, c: number, d: number) =>
  Math.max(0, Math.min(Math.max(a, b), Math.max(c, d)) - Math.max(Math.min(a, b), Math.min(c, d)));

const isThrough = (a: Point, b: Point, box: Box) =>
  Math.max(a.x, b.x) > box.x - CLEAR &&
  Math.min(a.x, b.x) < box.x + box.width + CLEAR &&
  Math.max(a.y, b.y) > box.y - CLEAR &&
  Math.min(a.y, b.y) < box.y + box.height + CLEAR;
