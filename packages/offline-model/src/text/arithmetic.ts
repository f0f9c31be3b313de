import { withDigits } from './number-words.ts';

const wordings: readonly [RegExp, string][] = [
  [/[×✕]/g, '*'],
  [/÷/g, '/'],
  [/[−–]/g, '-'],
  [/(\d),(?=\d{3}\b)/g, '$1'],
  [/(\d+(?:\.\d+)?)\s*(?:%|percent|per cent)\s+of\s+/gi, '$1 / 100 * '],
  [/\bsquare root of\s*\(/gi, 'sqrt('],
  [/\b(?:the )?square root of\s+(-?\d+(?:\.\d+)?)/gi, 'sqrt($1)'],
  [/\b(?:sum|total) of\s+(\S+)\s+and\s+/gi, '$1 + '],
  [/\bproduct of\s+(\S+)\s+and\s+/gi, '$1 * '],
  [/\bdifference (?:of|between)\s+(\S+)\s+and\s+/gi, '$1 - '],
  [/\badd\s+(-?\d+(?:\.\d+)?)\s+(?:and|to)\s+/gi, '$1 + '],
  [/\bsubtract\s+(-?\d+(?:\.\d+)?)\s+from\s+(-?\d+(?:\.\d+)?)/gi, '$2 - $1'],
  [/\b(?:multiplied by|times)\b/gi, '*'],
  [/\bmultiply\s+(-?\d+(?:\.\d+)?)\s+(?:by|and|with)\s+/gi, '$1 * '],
  [/\bdivide\s+(-?\d+(?:\.\d+)?)\s+by\s+/gi, '$1 / '],
  [/\bdivided by\b/gi, '/'],
  [/\bplus\b/gi, '+'],
  [/\bminus\b/gi, '-'],
  [/\b(?:raised )?to the power of\b/gi, '^'],
  [/\s*\bsquared\b/gi, '^2'],
  [/\s*\bcubed\b/gi, '^3'],
  [/\b(?:mod|modulo)\b/gi, '%'],
  [/(\d)\s*x\s*(?=\d)/gi, '$1 * '],
];

const isoDate = /\b\d{4}-\d{2}-\d{2}\b/g;
const tokenPattern =
  /\d+(?:\.\d+)?|\.\d+|\*\*|[-+*/^%(),]|\b(?:sqrt|sin|cos|tan|log|ln|exp|abs|round|floor|ceil|min|max|pi)\b|\S/giy;
const deepest = 40;

interface Token {
  text: string;
  start: number;
  end: number;
}

/** The longest piece of arithmetic in a text, its words as symbols: `12% of 250` is `12 / 100 * 250`. */
export function findArithmetic(text: string): string | undefined {
  let symbols = withDigits(text.replace(isoDate, ' ; '));
  for (const [pattern, symbol] of wordings) symbols = symbols.replace(pattern, symbol);
  const tokens = tokenise(symbols);
  let best = '';
  for (let at = 0; at < tokens.length; at += 1) {
    const found = readSum(tokens, at, 0);
    const [first, last] = [tokens[at], tokens[(found?.next ?? 0) - 1]];
    if (found === undefined || !found.operates || first === undefined || last === undefined) continue;
    const piece = symbols.slice(first.start, last.end);
    if (piece.length > best.length) best = piece;
    at = found.next - 1;
  }
  return best === '' ? undefined : best.replace(/\s+/g, ' ');
}

function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.length) {
    const start = tokenPattern.lastIndex;
    const match = tokenPattern.exec(text);
    if (match === null) tokenPattern.lastIndex = start + 1;
    else tokens.push({ text: match[0].toLowerCase(), start, end: start + match[0].length });
  }
  return tokens;
}

interface Found {
  next: number;
  /** Whether there is anything to work out, beyond a lone number. */
  operates: boolean;
}

function readSum(tokens: Token[], at: number, depth: number): Found | undefined {
  let found = readTerm(tokens, at, depth);
  while (found !== undefined && /^([-+*/^%]|\*\*)$/.test(tokens[found.next]?.text ?? '')) {
    const term = readTerm(tokens, found.next + 1, depth);
    if (term === undefined) break;
    found = { next: term.next, operates: true };
  }
  return found;
}

function readTerm(tokens: Token[], at: number, depth: number): Found | undefined {
  const text = tokens[at]?.text;
  if (text === undefined || depth > deepest) return undefined;
  if (text === '-') return readTerm(tokens, at + 1, depth + 1);
  if (/^[\d.]+$/.test(text) && /\d/.test(text)) return { next: at + 1, operates: false };
  if (text === 'pi') return { next: at + 1, operates: false };
  if (text === '(') return readGroup(tokens, at + 1, depth);
  if (!/^[a-z]+$/.test(text) || text.length < 2 || tokens[at + 1]?.text !== '(') return undefined;
  const group = readGroup(tokens, at + 2, depth);
  return group && { next: group.next, operates: true };
}

function readGroup(tokens: Token[], at: number, depth: number): Found | undefined {
  let found = readSum(tokens, at, depth + 1);
  while (found !== undefined && tokens[found.next]?.text === ',') {
    const more = readSum(tokens, found.next + 1, depth + 1);
    if (more === undefined) return undefined;
    found = { next: more.next, operates: true };
  }
  if (found === undefined || tokens[found.next]?.text !== ')') return undefined;
  return { next: found.next + 1, operates: found.operates };
}
