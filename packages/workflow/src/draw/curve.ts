import type { Point } from './layout.ts';

/** A smooth path that starts and ends at the first and last point, and is drawn towards those between. */
export function curve(points: readonly Point[]): string {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return '';
  const parts = [`M${at(first)}`];
  for (let i = 1; i < points.length - 1; i += 1) {
    const before = points[i - 1] ?? first;
    const here = points[i] ?? first;
    const after = points[i + 1] ?? last;
    if (i === 1) parts.push(`L${at(middle(before, here))}`);
    parts.push(`Q${at(here)} ${at(middle(here, after))}`);
  }
  parts.push(`L${at(last)}`);
  return parts.join(' ');
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function at({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

/** A tenth of a pixel is as fine as anybody sees. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
