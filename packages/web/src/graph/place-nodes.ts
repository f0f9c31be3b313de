import { END_KEY } from './box-keys.ts';
import type { GraphModel, GraphNode } from './graph-model.ts';
import type { Direction } from './layout-graph.ts';
import { AHEAD, NODE, nodeSize } from './node-size.ts';
import type { Places } from './places.ts';
import type { Size } from './read-layout.ts';
import type { Point } from './rounded-path.ts';

type Box = Point & Size;

const BESIDE = 34;
/** What is nearer than this to another box covers its lines. */
const CLEAR = 18;

/**
 * A place for each box that has none, near what it is joined with and where nothing else stands. All others stay where
 * they are; the places of what is gone are forgotten. Nothing when no node has a place: that is a picture to lay out.
 */
export function placeNodes(model: GraphModel, known: Places): Places | undefined {
  const steps = model.nodes.filter(({ key }) => key !== END_KEY);
  const missing = model.nodes.filter(({ key }) => !known.boxes.has(key));
  const gone = known.boxes.keys().some((key) => !model.nodes.some((node) => node.key === key));
  if (missing.length === 0 && !gone) return known;
  const renamed = steps.length > 0 ? renamedBox(steps, missing, known) : undefined;
  const boxes = new Map<string, Point>();
  for (const { key } of model.nodes) {
    const place = known.boxes.get(key) ?? (key === renamed?.to ? known.boxes.get(renamed.from) : undefined);
    if (place) boxes.set(key, place);
  }
  if (steps.length > 1 && !steps.some(({ key }) => boxes.has(key))) return undefined;
  const space = new Space(model, boxes, known.direction);
  for (const node of missing) if (!boxes.has(node.key)) boxes.set(node.key, space.placeFor(node));
  return { ...known, boxes };
}

/** A box that took the place of exactly one other has a new id, and is the same to whoever looks at it. */
function renamedBox(
  steps: readonly GraphNode[],
  missing: readonly GraphNode[],
  { boxes }: Places,
): { from: string; to: string } | undefined {
  const gone = [...boxes.keys()].filter((key) => key !== END_KEY && !steps.some((node) => node.key === key));
  const [from] = gone;
  const [to] = missing.filter(({ type }) => type === 'step');
  return gone.length === 1 && missing.length === 1 && from && to ? { from, to: to.key } : undefined;
}

/** The first place at or near a wish where a box of this size stands clear of all others. */
export function freePlace(wish: Point, size: Size, others: readonly Box[], direction: Direction): Point {
  const steps = { x: (size.width + BESIDE) / 2, y: (size.height + BESIDE) / 2 };
  const at = (ahead: number, beside: number) =>
    direction === 'RIGHT'
      ? { x: wish.x + ahead * steps.x, y: wish.y + beside * steps.y }
      : { x: wish.x + beside * steps.x, y: wish.y + ahead * steps.y };
  for (let far = 0; ; far += 1)
    for (let ahead = 0; ahead <= far; ahead += 1)
      for (const beside of far === ahead ? [0] : [far - ahead, ahead - far]) {
        const place = at(ahead, beside);
        if (!others.some((other) => isNear({ ...place, ...size }, other))) return place;
      }
}

const isNear = (a: Box, b: Box) =>
  a.x < b.x + b.width + CLEAR &&
  b.x < a.x + a.width + CLEAR &&
  a.y < b.y + b.height + CLEAR &&
  b.y < a.y + a.height + CLEAR;

class Space {
  readonly #model: GraphModel;
  readonly #boxes: ReadonlyMap<string, Point>;
  readonly #direction: Direction;

  constructor(model: GraphModel, boxes: ReadonlyMap<string, Point>, direction: Direction) {
    this.#model = model;
    this.#boxes = boxes;
    this.#direction = direction;
  }

  placeFor(node: GraphNode): Point {
    return freePlace(this.#wishOf(node), nodeSize(node), this.#taken(), this.#direction);
  }

  #wishOf(node: GraphNode): Point {
    const { nodes, edges } = this.#model;
    if (node.key === END_KEY) return this.#behindAll(node);
    const before = edges.find(({ source, target }) => target === node.key && this.#boxes.has(source));
    if (before) return this.#beside(before.source, node, 1);
    const after = edges.find(({ source, target }) => source === node.key && this.#boxes.has(target));
    if (after && after.target !== END_KEY) return this.#beside(after.target, node, -1);
    const index = nodes.indexOf(node);
    const earlier = nodes.slice(0, index).findLast(({ key }) => key !== END_KEY && this.#boxes.has(key));
    return earlier ? this.#beside(earlier.key, node, 1) : { x: 0, y: 0 };
  }

  /** Ahead of a box or behind it, with their middles on one line. */
  #beside(key: string, node: GraphNode, way: 1 | -1): Point {
    const other = this.#boxOf(key);
    const { width, height } = nodeSize(node);
    const middle = { x: other.x + other.width / 2 - width / 2, y: other.y + other.height / 2 - height / 2 };
    if (this.#direction === 'RIGHT')
      return { ...middle, x: way > 0 ? other.x + other.width + AHEAD : other.x - width - AHEAD };
    return { ...middle, y: way > 0 ? other.y + other.height + AHEAD : other.y - height - AHEAD };
  }

  #behindAll(node: GraphNode): Point {
    const taken = this.#taken();
    const { width, height } = nodeSize(node);
    // Where it stands ahead of the first node to come.
    if (taken.length === 0) return this.#direction === 'RIGHT' ? { x: 282, y: 11 } : { x: 54, y: 164 };
    const left = Math.min(...taken.map(({ x }) => x));
    const top = Math.min(...taken.map(({ y }) => y));
    const right = Math.max(...taken.map((box) => box.x + box.width));
    const bottom = Math.max(...taken.map((box) => box.y + box.height));
    // With room for one more node before it.
    return this.#direction === 'RIGHT'
      ? { x: right + 2 * AHEAD + NODE.width, y: (top + bottom - height) / 2 }
      : { x: (left + right - width) / 2, y: bottom + 2 * AHEAD + NODE.height };
  }

  #taken(): Box[] {
    return [...this.#boxes.keys()].map((key) => this.#boxOf(key));
  }

  #boxOf(key: string): Box {
    const node = this.#model.nodes.find((node) => node.key === key);
    return {
      ...(this.#boxes.get(key) ?? { x: 0, y: 0 }),
      ...(node ? nodeSize(node) : { width: 0, height: 0 }),
    };
  }
}
