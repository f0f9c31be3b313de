import { expect, it } from 'vitest';
import { delayAt, isFlat, memoryTrend, sizeOf } from './figures.ts';

it('tells the delay that a share of all delays does not exceed', () => {
  const counts: number[] = [];
  const add = (ms: number, times: number) => {
    counts[sizeOf(ms)] = (counts[sizeOf(ms)] ?? 0) + times;
  };
  add(1, 980);
  add(100, 15);
  add(1_000, 5);
  const filled = Array.from(counts, (count) => count ?? 0);
  expect(delayAt(0.5, filled)).toBeCloseTo(1, 0);
  expect(delayAt(0.99, filled)).toBeGreaterThanOrEqual(100);
  expect(delayAt(0.99, filled)).toBeLessThan(120);
  expect(delayAt(1, filled)).toBeGreaterThanOrEqual(1_000);
});

it('tells memory that grows from memory that goes up and down', () => {
  const samples = (heapAt: (minute: number) => number) =>
    Array.from({ length: 60 }, (_, index) => ({
      at: index * 10_000,
      heapUsed: heapAt(index / 6) * 2 ** 20,
      rss: 0,
    }));
  const trend = (heapAt: (minute: number) => number) => {
    const found = memoryTrend(samples(heapAt));
    if (!found) throw new Error('There is no trend.');
    return isFlat(found);
  };
  expect(trend((minute) => 60 + 3 * Math.sin(minute * 7))).toBe(true);
  // Caches fill up first.
  expect(trend((minute) => 60 + Math.min(30, minute * 10))).toBe(true);
  expect(trend((minute) => 60 + minute * 3)).toBe(false);
  expect(memoryTrend(samples(() => 60).slice(0, 5))).toBeUndefined();
});
