import { collectDefaultMetrics, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { measureEventLoopLag } from './event-loop-lag.ts';

const names = ['', 'min_', 'max_', 'mean_', 'stddev_', 'p50_', 'p90_', 'p99_'].map(
  (aggregate) => `nodejs_eventloop_lag_${aggregate}seconds`,
);

async function lagsOf(registry: Registry): Promise<Map<string, number>> {
  const samples = (await registry.metrics())
    .split('\n')
    .filter((line) => line.startsWith('nodejs_eventloop'));
  expect(samples.map((line) => line.split(' ')[0]).sort()).toEqual(names.toSorted());
  return new Map(samples.map((line) => [line.split(' ')[0] ?? '', Number(line.split(' ')[1])]));
}

it('tells by each of the usual names, once, how late the loop was since it was last asked', async () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureEventLoopLag(registry);
  expect([...(await lagsOf(registry)).values()]).toEqual(names.map(() => 0));

  const until = performance.now() + 700;
  while (performance.now() < until);
  // It was due after 250 of them.
  await expect.poll(async () => (await lagsOf(registry)).get(names[2] ?? '')).toBeGreaterThan(0.4);
  const lags = await lagsOf(registry);
  for (const name of names.slice(1)) expect(lags.get(name)).toBeGreaterThanOrEqual(0);
});
