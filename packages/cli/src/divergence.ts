import { stripVTControlCharacters, styleText } from 'node:util';
import type { ApiReplayReport } from '@cadence-agents/contracts';
import { bold, dim } from './output.ts';

type Divergence = NonNullable<ApiReplayReport['divergence']>;

const MOST_LINES = 14;
/** Lines above the first that differs. */
const ABOVE = 2;

/** Where a replay parted ways with its recording, side by side. */
export function divergenceText(found: Divergence, columns = process.stdout.columns ?? 120): string {
  const { visit, node, seq, path, message } = found;
  const width = Math.max(20, Math.floor((columns - 5) / 2));
  const place = node === null ? `visit ${visit}` : `visit ${visit} (${node})`;
  return [
    `${styleText('red', 'diverged')} at ${bold(place)}${seq > 0 ? `, event ${seq}` : ''}: ${message}`,
    `  ${bold(path || '/')}`,
    ...sideBySide(linesOf(found.before), linesOf(found.after), width),
  ].join('\n');
}

function linesOf(value: unknown): string[] {
  if (value === undefined) return ['(nothing)'];
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return stripVTControlCharacters(text).split('\n');
}

function sideBySide(before: readonly string[], after: readonly string[], width: number): string[] {
  const length = Math.max(before.length, after.length);
  const first =
    Array.from({ length }, (_, index) => index).find((index) => before[index] !== after[index]) ?? 0;
  const from = Math.max(0, first - ABOVE);
  const rows = Array.from({ length: Math.min(MOST_LINES, length - from) }, (_, index) => from + index);
  const row = (left: string, right: string) => `  ${left.padEnd(width)} │ ${right}`.trimEnd();
  return [
    dim(row('recorded', 'now')),
    ...rows.map((index) => {
      const [left, right] = aroundDifference(before[index] ?? '', after[index] ?? '', width);
      return left === right ? dim(row(left, right)) : row(left, right);
    }),
    ...(from + rows.length < length ? [dim(row('…', '…'))] : []),
  ];
}

/** As much of two long lines as shows where they differ. */
function aroundDifference(left: string, right: string, width: number): [string, string] {
  if (left.length <= width && right.length <= width) return [left, right];
  let same = 0;
  while (same < left.length && left[same] === right[same]) same++;
  const start = left === right ? 0 : Math.max(0, same - Math.floor(width / 3));
  const cut = (text: string) => {
    const shown = `${start > 0 ? '…' : ''}${text.slice(start)}`;
    return shown.length > width ? `${shown.slice(0, width - 1)}…` : shown;
  };
  return [cut(left), cut(right)];
}
