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

/** How memory grew, by the line that fits best; in MB. */
interface Growth {
  from: number;
  to: number;
}

export interface MemoryTrend {
  minutes: number;
  heap: Growth;
  rss: Growth;
}

const MB = 2 ** 20;
/** A process fills its caches first. */
const WARM_UP = 1 / 3;
const LEAST_SAMPLES = 5;

/** How the memory of one process grew after its warm-up; `undefined` when it lived too shortly. */
export function memoryTrend(samples: readonly MemorySample[]): MemoryTrend | undefined {
  const end = samples.at(-1)?.at ?? 0;
  const warm = samples.filter(({ at }) => at >= end * WARM_UP);
  const first = warm[0];
  if (warm.length < LEAST_SAMPLES || !first) return undefined;
  return {
    minutes: (end - first.at) / 60_000,
    heap: growth(warm.map(({ at, heapUsed }) => [at, heapUsed / MB])),
    rss: growth(warm.map(({ at, rss }) => [at, rss / MB])),
  };
}

function growth(points: readonly [x: number, y: number][]): Growth {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  const slope =
    points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) /
    points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const at = (x = meanX) => meanY + slope * (x - meanX);
  return { from: at(points[0]?.[0]), to: at(points.at(-1)?.[0]) };
}

/**
 * Flat: the heap, as a full collection leaves it, has grown by no more than a tenth, or 8 MB in a process that is small.
 * What the process holds of the system goes up and down with how busy it is, and is only told.
 */
export const isFlat = ({ heap: { from, to } }: MemoryTrend): boolean => to - from <= Math.max(8, from * 0.1);

export const growthText = ({ from, to }: Growth): string => `${from.toFixed(1)} → ${to.toFixed(1)} MB`;
