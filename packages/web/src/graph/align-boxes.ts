import type { Size } from './read-layout.ts';
import type { Point } from './rounded-path.ts';

export type Alignment = 'left' | 'centre' | 'top' | 'middle' | 'across' | 'down';

type Box = Point & Size;

/** Where boxes go to stand on one line, or with the same room between them. */
export function alignBoxes(boxes: ReadonlyMap<string, Box>, how: Alignment): Map<string, Point> {
  const all = [...boxes.values()];
  const left = Math.min(...all.map(({ x }) => x));
  const right = Math.max(...all.map(({ x, width }) => x + width));
  const top = Math.min(...all.map(({ y }) => y));
  const bottom = Math.max(...all.map(({ y, height }) => y + height));
  if (how === 'across') return spread(boxes, 'x', 'width', right - left);
  if (how === 'down') return spread(boxes, 'y', 'height', bottom - top);
  const place = ({ x, y, width, height }: Box): Point => {
    if (how === 'left') return { x: left, y };
    if (how === 'top') return { x, y: top };
    return how === 'centre' ? { x: (left + right - width) / 2, y } : { x, y: (top + bottom - height) / 2 };
  };
  return new Map(boxes.entries().map(([key, box]) => [key, place(box)]));
}

function spread(
  boxes: ReadonlyMap<string, Box>,
  along: 'x' | 'y',
  length: 'width' | 'height',
  whole: number,
): Map<string, Point> {
  const sorted = [...boxes].toSorted(([, a], [, b]) => a[along] - b[along]);
  const filled = sorted.reduce((sum, [, box]) => sum + box[length], 0);
  const gap = (whole - filled) / Math.max(1, sorted.length - 1);
  let at = sorted[0]?.[1][along] ?? 0;
  return new Map(
    sorted.map(([key, box]) => {
      const place = { x: box.x, y: box.y, [along]: at };
      at += box[length] + gap;
      return [key, place];
    }),
  );
}
