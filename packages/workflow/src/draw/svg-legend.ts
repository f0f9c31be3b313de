import type { Drawing, DrawnEdge } from './drawing.ts';
import { textWidth } from './text-width.ts';

const TEXT_SIZE = 11.5;
const GAP = 22;

const explained: [style: DrawnEdge['style'], head: string, words: string][] = [
  ['label', 'arrow', 'on its label'],
  ['always', 'arrow-always', 'always'],
  ['caller', 'arrow', 'back to the caller'],
];

/** What the lines of a picture mean: only those that are in it. */
export function svgLegend({ edges }: Drawing): { svg: string; width: number } {
  const parts: string[] = [];
  let x = 0;
  const write = (words: string) => {
    parts.push(`<text class="hint" x="${Math.round(x)}" y="4">${words}</text>`);
    x += textWidth(words) * TEXT_SIZE + GAP;
  };
  for (const [style, head, words] of explained) {
    if (!edges.some((edge) => edge.style === style)) continue;
    parts.push(`<path class="line line-${style}" d="M${Math.round(x)} 0h26" marker-end="url(#${head})"/>`);
    x += 34;
    write(words);
  }
  if (edges.some((edge) => edge.to === null)) {
    const centre = Math.round(x) + 8;
    parts.push(
      `<circle class="ring" cx="${centre}" cy="0" r="7"/><circle class="mark" cx="${centre}" cy="0" r="4"/>`,
    );
    x += 24;
    write('the run can end');
  }
  return { svg: parts.join(''), width: Math.max(0, x - GAP) };
}
