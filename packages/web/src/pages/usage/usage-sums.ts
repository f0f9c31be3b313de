import type { ApiUsageBucket } from '@cadence-agents/contracts';

export interface UsageSum {
  runs: number;
  failures: number;
  inputTokens: number;
  outputTokens: number;
  /** Of the input tokens, those that providers had in their cache. */
  cachedInputTokens: number;
  /** Of what has a price; `null` when nothing has. */
  cost: number | null;
  medianMs: number | null;
  p95Ms: number | null;
}

/**
 * Buckets taken together. Their runs are not known one by one, so the median is the middle of their medians, each
 * as often as it had runs, and the 95th percentile is that of the slowest.
 */
export function sumUsage(buckets: readonly ApiUsageBucket[]): UsageSum {
  const total = (read: (bucket: ApiUsageBucket) => number) =>
    buckets.reduce((sum, bucket) => sum + read(bucket), 0);
  const costs = buckets.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  const slowest = buckets.flatMap(({ p95Ms }) => (p95Ms === null ? [] : [p95Ms]));
  return {
    runs: total(({ runs }) => runs),
    failures: total(({ failures }) => failures),
    inputTokens: total(({ inputTokens }) => inputTokens),
    outputTokens: total(({ outputTokens }) => outputTokens),
    cachedInputTokens: total(({ cachedInputTokens = 0 }) => cachedInputTokens),
    cost: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
    medianMs: weightedMedian(buckets),
    p95Ms: slowest.length === 0 ? null : Math.max(...slowest),
  };
}

function weightedMedian(buckets: readonly ApiUsageBucket[]): number | null {
  const known = buckets
    .flatMap(({ medianMs, runs }) => (medianMs === null ? [] : [{ medianMs, runs }]))
    .toSorted((a, b) => a.medianMs - b.medianMs);
  const half = known.reduce((sum, { runs }) => sum + runs, 0) / 2;
  let passed = 0;
  for (const { medianMs, runs } of known) {
    passed += runs;
    if (passed >= half) return medianMs;
  }
  return null;
}

export interface GroupedUsage extends UsageSum {
  group: string | null;
}

/** One row a group, the dearest first, or the busiest where nothing has a price. */
export function sumByGroup(buckets: readonly ApiUsageBucket[]): GroupedUsage[] {
  return [...Map.groupBy(buckets, ({ group }) => group)]
    .map(([group, ofGroup]) => ({ group, ...sumUsage(ofGroup) }))
    .toSorted(
      (a, b) =>
        (b.cost ?? 0) - (a.cost ?? 0) || b.runs - a.runs || (a.group ?? '').localeCompare(b.group ?? ''),
    );
}

export interface UsagePoint extends UsageSum {
  time: number;
  succeeded: number;
}

/** One point for each of the times, also where nothing was run. */
export function usagePoints(buckets: readonly ApiUsageBucket[], times: readonly number[]): UsagePoint[] {
  const byTime = Map.groupBy(buckets, ({ time }) => Date.parse(time));
  return times.map((time) => {
    const sum = sumUsage(byTime.get(time) ?? []);
    return { time, succeeded: sum.runs - sum.failures, ...sum };
  });
}
