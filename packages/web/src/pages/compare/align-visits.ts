import type { Visit } from '../runs/run-activity.ts';

export interface AlignedStep {
  left: Visit | undefined;
  right: Visit | undefined;
  differs: boolean;
}

/** The steps of two runs side by side: those at the same node face each other, as many as possible. */
export function alignVisits(left: readonly Visit[], right: readonly Visit[]): AlignedStep[] {
  const common = commonLengths(left, right);
  const aligned: AlignedStep[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    const a = left[i];
    const b = right[j];
    if (a && b && a.node === b.node) {
      aligned.push({ left: a, right: b, differs: !isSame(a, b) });
      i += 1;
      j += 1;
    } else if (a && (b === undefined || at(common, i + 1, j) >= at(common, i, j + 1))) {
      aligned.push({ left: a, right: undefined, differs: true });
      i += 1;
    } else {
      aligned.push({ left: undefined, right: b, differs: true });
      j += 1;
    }
  }
  return aligned;
}

/** For each pair of places, how many nodes the two rests have in common, in order. */
function commonLengths(left: readonly Visit[], right: readonly Visit[]): number[][] {
  const rows: number[][] = [new Array(right.length + 1).fill(0)];
  for (const a of left.toReversed()) {
    const below = rows[0] ?? [];
    const row: number[] = new Array(right.length + 1).fill(0);
    for (let j = right.length - 1; j >= 0; j--) {
      row[j] = right[j]?.node === a.node ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
    rows.unshift(row);
  }
  return rows;
}

const at = (rows: readonly number[][], i: number, j: number) => rows[i]?.[j] ?? 0;

/** Whether both went the same way from here and used the same tools with the same outcome. */
function isSame(a: Visit, b: Visit): boolean {
  const essence = ({ receipt, tools, error }: Visit) =>
    JSON.stringify([
      receipt?.to,
      receipt?.label,
      error?.code,
      tools.map(({ tool, input, output }) => [tool, input, output]),
    ]);
  return essence(a) === essence(b);
}
