import { boxesOf } from './boxes-of.ts';
import type { GraphModel } from './graph-model.ts';
import type { Places } from './places.ts';
import type { Point } from './rounded-path.ts';

export const arrows = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
} as const;

/** The box that an arrow key leads to: the nearest that way of those it is joined with, else of all. */
export function nextBox(model: GraphModel, places: Places, from: string, way: Point): string | undefined {
  const middles = new Map(
    boxesOf(model, places)
      .entries()
      .map(([key, { x, y, width, height }]) => [key, { x: x + width / 2, y: y + height / 2 }]),
  );
  const start = middles.get(from);
  if (start === undefined) return undefined;
  const joined = model.edges.flatMap(({ source, target }) =>
    source === from ? [target] : target === from ? [source] : [],
  );
  const nearest = (keys: Iterable<string>, isStraight: boolean) => {
    let best: string | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const key of keys) {
      const at = middles.get(key);
      if (at === undefined || key === from) continue;
      const [dx, dy] = [at.x - start.x, at.y - start.y];
      const ahead = dx * way.x + dy * way.y;
      const aside = Math.abs(dx * way.y) + Math.abs(dy * way.x);
      if (isStraight && aside > ahead) continue;
      if (ahead > 0 && ahead + 2 * aside < least) [best, least] = [key, ahead + 2 * aside];
    }
    return best;
  };
  return (
    nearest(joined, true) ??
    nearest(middles.keys(), true) ??
    nearest(joined, false) ??
    nearest(middles.keys(), false)
  );
}
