import { boxesOf } from './boxes-of.ts';
import type { GraphModel } from './graph-model.ts';
import type { Places } from './places.ts';
import type { EdgeRoute, GraphLayout } from './read-layout.ts';
import type { Point } from './rounded-path.ts';
import { type Box, routeEdges } from './route-edges.ts';

const MARGIN = 14;

/** The picture with its boxes where they are kept; nothing where one of them has no place. */
export function fixedLayout(model: GraphModel, places: Places): GraphLayout | undefined {
  const boxes = boxesOf(model, places);
  if (boxes.size < model.nodes.length) return undefined;
  const edges = routeEdges(model, boxes, places.direction);
  return { area: areaOf([...boxes.values()], edges), nodes: boxes, edges };
}

/** The same layout for as long as boxes, lines and labels are the same, whatever else is edited. */
export class LastLayout {
  #shape = '';
  #layout: GraphLayout | undefined;

  of(model: GraphModel, places: Places): GraphLayout | undefined {
    const lines = model.edges.map(({ key, labelled }) => [key, labelled.map(({ label }) => label)]);
    const shape = JSON.stringify([places.direction, model.nodes.length, [...boxesOf(model, places)], lines]);
    if (shape !== this.#shape) this.#layout = fixedLayout(model, places);
    this.#shape = shape;
    return this.#layout;
  }
}

function areaOf(boxes: readonly Box[], edges: ReadonlyMap<string, EdgeRoute>): Box {
  const corners: Point[] = [...edges.values()].flatMap(({ points }) => points);
  for (const { x, y, width, height } of boxes) corners.push({ x, y }, { x: x + width, y: y + height });
  if (corners.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const [left, top] = [Math.min(...corners.map(({ x }) => x)), Math.min(...corners.map(({ y }) => y))];
  const [right, bottom] = [Math.max(...corners.map(({ x }) => x)), Math.max(...corners.map(({ y }) => y))];
  return {
    x: left - MARGIN,
    y: top - MARGIN,
    width: right - left + 2 * MARGIN,
    height: bottom - top + 2 * MARGIN,
  };
}
