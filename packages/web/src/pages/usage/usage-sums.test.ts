import type { ApiUsageBucket } from '@cadence-agents/contracts';
import { expect, it } from 'vitest';
import { sumByGroup, sumUsage, usagePoints } from './usage-sums.ts';

const bucket = (given: Partial<ApiUsageBucket>): ApiUsageBucket => ({
  time: '2026-03-10T00:00:00.000Z',
  group: null,
  runs: 1,
  failures: 0,
  inputTokens: 10,
  outputTokens: 5,
  cost: null,
  medianMs: 100,
  p95Ms: 200,
  ...given,
});

it('adds what was used', () => {
  const sum = sumUsage([bucket({ cost: 0.25 }), bucket({ runs: 3, failures: 2 })]);
  expect(sum).toMatchObject({ runs: 4, failures: 2, inputTokens: 20, outputTokens: 10, cost: 0.25 });
});

it('knows no cost where nothing has a price, and no time where nothing has ended', () => {
  const sum = sumUsage([bucket({ medianMs: null, p95Ms: null })]);
  expect(sum).toMatchObject({ cost: null, medianMs: null, p95Ms: null });
  expect(sumUsage([])).toMatchObject({ runs: 0, medianMs: null });
});

it('counts a median as often as it had runs, and takes the slowest 95th percentile', () => {
  const sum = sumUsage([
    bucket({ runs: 1, medianMs: 10, p95Ms: 20 }),
    bucket({ runs: 1, medianMs: 50, p95Ms: 900 }),
    bucket({ runs: 9, medianMs: 400, p95Ms: 500 }),
  ]);
  expect(sum).toMatchObject({ medianMs: 400, p95Ms: 900 });
});

it('puts the busiest group first', () => {
  const groups = sumByGroup([
    bucket({ group: 'a' }),
    bucket({ group: 'b', runs: 4 }),
    bucket({ group: 'a' }),
  ]);
  expect(groups.map(({ group, runs }) => [group, runs])).toEqual([
    ['b', 4],
    ['a', 2],
  ]);
});

it('has a point for a time in which nothing was run', () => {
  const days = ['2026-03-09T00:00:00.000Z', '2026-03-10T00:00:00.000Z'].map(Date.parse);
  const points = usagePoints([bucket({ runs: 3, failures: 1 })], days);
  expect(points.map(({ runs, succeeded, failures }) => [runs, succeeded, failures])).toEqual([
    [0, 0, 0],
    [3, 2, 1],
  ]);
});
