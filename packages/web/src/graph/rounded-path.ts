export interface Point {
  x: number;
  y: number;
}

/** An SVG path through the points, with corners rounded as far as the pieces between them permit. */
export function roundedPath(points: readonly Point[], radius = 10): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  const pieces = [`M ${first.x} ${first.y}`];
  rest.forEach((corner, i) => {
    const before = points[i] ?? corner;
    const after = rest[i + 1];
    if (after === undefined) {
      pieces.push(`L ${corner.x} ${corner.y}`);
      return;
    }
    const room = Math.min(distance(before, corner), distance(corner, after)) / 2;
    const cut = Math.min(radius, room);
    const from = towards(corner, before, cut);
    const to = towards(corner, after, cut);
    pieces.push(`L ${from.x} ${from.y}`, `Q ${corner.x} ${corner.y} ${to.x} ${to.y}`);
  });
  return pieces.join(' ');
}

const distance = (a: Point, b: Point) => Math.hypot(b.x - a.x, b.y - a.y);

function towards(from: Point, to: Point, length: number): Point {
  const whole = distance(from, to);
  if (whole === 0) return from;
  const share = length / whole;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
