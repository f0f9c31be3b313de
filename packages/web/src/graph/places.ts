import type { Direction } from './layout-graph.ts';
import type { Point } from './rounded-path.ts';

/** Where the boxes of a workflow stand: upper left corners, by key. */
export interface Places {
  direction: Direction;
  boxes: ReadonlyMap<string, Point>;
}

export const samePlaces = (a: Places | undefined, b: Places | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.direction === b.direction &&
    a.boxes.size === b.boxes.size &&
    a.boxes.entries().every(([key, { x, y }]) => b.boxes.get(key)?.x === x && b.boxes.get(key)?.y === y));

/** With some boxes somewhere else. */
export const movedTo = (places: Places, moved: ReadonlyMap<string, Point>): Places => ({
  ...places,
  boxes: new Map([...places.boxes, ...moved]),
});
