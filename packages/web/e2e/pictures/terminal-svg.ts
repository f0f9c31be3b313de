// What a terminal shows, as a picture whose text stays text.
import { stripVTControlCharacters } from 'node:util';

const LETTER = 7.6;
const LINE = 18;
const EDGE = 16;
const BAR = 30;

const colours: Readonly<Record<string, string>> = {
  '31': '#ff8b87',
  '32': '#7fd88f',
  '33': '#f2c879',
  '34': '#9db7ff',
  '35': '#d8a9ff',
  '36': '#7fd3e0',
};

interface Style {
  colour: string | undefined;
  isBold: boolean;
  isDim: boolean;
}

const plain: Style = { colour: undefined, isBold: false, isDim: false };

/** The lines of a session, with the colours that it was written in. */
export function terminalSvg(session: string, title: string): string {
  const lines = session.trimEnd().split('\n');
  const columns = Math.max(...lines.map((line) => stripVTControlCharacters(line).length));
  const width = Math.ceil(columns * LETTER + 2 * EDGE);
  const height = BAR + lines.length * LINE + 2 * EDGE;
  const texts = lines.flatMap((line, row) => lineTexts(line, BAR + EDGE + (row + 0.75) * LINE));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<rect width="${width}" height="${height}" rx="10" fill="#15171e"/>
${['#ff6b66', '#f2bd4b', '#5fcf74'].map((fill, at) => `<circle cx="${18 + at * 18}" cy="${BAR / 2}" r="5" fill="${fill}"/>`).join('')}
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="12.6" fill="#dfe3ee">
${texts.join('\n')}
</g>
</svg>
`;
}

/** One text for each stretch of a style, as wide as its letters, whatever the font. */
function lineTexts(line: string, y: number): string[] {
  const found: string[] = [];
  let style = plain;
  let column = 0;
  for (const [index, stretch] of line.split('\u001b[').entries()) {
    const [, codes = '', piece = ''] = /^([\d;]*)m(.*)$/.exec(index === 0 ? `m${stretch}` : stretch) ?? [];
    if (index > 0) style = codes.split(';').reduce(styled, style);
    // Spaces in a row would be drawn as one.
    for (const { 0: words, index: at } of piece.matchAll(/\S+(?: \S+)*/g))
      found.push(textOf(words, EDGE + (column + at) * LETTER, y, style));
    column += piece.length;
  }
  return found;
}

function styled(style: Style, code: string): Style {
  if (code === '0' || code === '') return plain;
  if (code === '1') return { ...style, isBold: true };
  if (code === '2') return { ...style, isDim: true };
  if (code === '22') return { ...style, isBold: false, isDim: false };
  if (code === '39') return { ...style, colour: undefined };
  return { ...style, colour: colours[code] ?? style.colour };
}

function textOf(words: string, x: number, y: number, { colour, isBold, isDim }: Style): string {
  const look = [
    colour !== undefined && ` fill="${colour}"`,
    isBold && ' font-weight="700"',
    isDim && ' fill-opacity="0.65"',
  ].filter((one) => one !== false);
  const place = `x="${x.toFixed(1)}" y="${y.toFixed(1)}" textLength="${(words.length * LETTER).toFixed(1)}"`;
  return `<text ${place}${look.join('')}>${escaped(words)}</text>`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
