import type { ApiUsageBucket } from '@cadence-agents/contracts';
import { expect, it } from 'vitest';
import { costSteps } from './cost-steps.ts';

const day = (date: number, cost: number | null, runs = 10, group = 'shop'): ApiUsageBucket => ({
  time: `2026-03-${String(date).padStart(2, '0')}T00:00:00.000Z`,
  group,
  runs,
  failures: 0,
  inputTokens: 900 * runs,
  outputTokens: 100 * runs,
  cost,
  medianMs: null,
  p95Ms: null,
});

it('finds the day since which a run costs more, whatever the traffic', () => {
  const buckets = [day(5, 4, 20), day(1, 1), day(2, 0.9), day(3, 0.1, 1), day(4, 2.1)];
  expect(costSteps(buckets)).toEqual([
    {
      ...{ group: 'shop', time: Date.parse('2026-03-04'), measure: 'cost', runs: 30 },
      before: expect.closeTo(2 / 21),
      after: expect.closeTo(6.1 / 30),
    },
  ]);
});

it('finds none in what stays as it is, is too little, or is only more of the same', () => {
  expect(costSteps([day(1, 1), day(2, 1.2), day(3, 0.9)])).toEqual([]);
  expect(costSteps([day(1, 1, 2), day(2, 9, 10)])).toEqual([]);
  expect(costSteps([day(1, 1, 10), day(2, 10, 100)])).toEqual([]);
});

it('goes by tokens where a price is missing, and names what weighs most first', () => {
  const cheap = [day(1, 0.01, 5, 'cheap'), day(2, 0.02, 5, 'cheap')];
  const unpriced = [{ ...day(1, null, 5, 'unpriced'), inputTokens: 100 }, day(2, null, 5, 'unpriced')];
  expect(costSteps([...cheap, ...unpriced]).map(({ group, measure }) => [group, measure])).toEqual([
    ['unpriced', 'tokens'],
    ['cheap', 'cost'],
  ]);
});
