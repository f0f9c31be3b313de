// What is measured inside the servers, and what is made of it.

export type ProbeOrder = 'pause' | 'go';

export interface ProbeFigures {
  /** How many delays of the event loop were of each size since the last report. */
  delays: number[];
  /** Bytes after a full collection. */
  heapUsed?: number;
  rss?: number;
}

/** Sizes of delays grow by a fifth from one to the next. */
const GROWTH = 2 ** 0.25;

export const sizeOf = (ms: number): number => Math.ceil(Math.log(ms + 1) / Math.log(GROWTH));
const longestOf = (size: number): number => GROWTH ** size - 1;

/** The delay that this share of all delays does not exceed, in milliseconds. */
export function delayAt(share: number, counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (const [size, count] of counts.entries()) {
    seen += count;
    if (seen >= total * share) return longestOf(size);
  }
  return 0;
}

export interface MemorySample {
  /** Milliseconds since the process began. */
  at: number;
  heapUsed: number;
  rss: number;
}

export interface MemoryTrend {
  minutes: number;
  startMb: number;
  endMb: number;
}

const MB = 2 ** 20;
/** A process fills its caches first. */
const WARM_UP = 1 / 3;

/** How the heap of one process grew after its warm-up, by the line that fits best; `undefined` when it lived too shortly. */
export function memoryTrend(samples: readonly MemorySample[]): MemoryTrend | undefined {
  const end = samples.at(-1)?.at ?? 0;
  const warm = samples.filter(({ at }) => at >= end * WARM_UP);
  const first = warm[0];
  if (warm.length < 5 || !first) return undefined;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanAt = mean(warm.map(({ at }) => at));
  const meanHeap = mean(warm.map(({ heapUsed }) => heapUsed));
  const slope =
    warm.reduce((sum, { at, heapUsed }) => sum + (at - meanAt) * (heapUsed - meanHeap), 0) /
    warm.reduce((sum, { at }) => sum + (at - meanAt) ** 2, 0);
  const heapAt = (at: number) => (meanHeap + slope * (at - meanAt)) / MB;
  return { minutes: (end - first.at) / 60_000, startMb: heapAt(first.at), endMb: heapAt(end) };
}

/** Flat: no more than a tenth, or 8 MB in a process that is small, over what was watched. */
export const isFlat = ({ startMb, endMb }: MemoryTrend): boolean =>
  endMb - startMb <= Math.max(8, startMb * 0.1);
