// How late the event loop is, under the names that prom-client has for it. Its own way wakes an idle process a hundred
// times a second, which costs more than all else that such a process does.
import { createHistogram, type Histogram } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

const EVERY_MS = 250;
const NS = 1e9;
const aggregates: Record<string, (lags: Histogram) => number> = {
  min: ({ min }) => min,
  max: ({ max }) => max,
  mean: ({ mean }) => mean,
  stddev: ({ stddev }) => stddev,
  p50: (lags) => lags.percentile(50),
  p90: (lags) => lags.percentile(90),
  p99: (lags) => lags.percentile(99),
};

const nameOf = (aggregate: string) => `nodejs_eventloop_lag_${aggregate}seconds`;

/** Takes the place of what `collectDefaultMetrics` has for it, which cannot be left out there. */
export function measureEventLoopLag(registry: Registry): void {
  const lags = createHistogram();
  let last = 0;
  let due = performance.now() + EVERY_MS;
  setInterval(() => {
    const now = performance.now();
    last = Math.max(0, now - due) / 1e3;
    lags.record(Math.max(1, Math.round(last * NS)));
    due = now + EVERY_MS;
  }, EVERY_MS).unref();

  const gauge = (aggregate: string, help: string, collect?: () => void) => {
    const name = nameOf(aggregate);
    registry.removeSingleMetric(name);
    return new Gauge({ name, help, registers: [registry], ...(collect && { collect }) });
  };
  // It is read first, and sets the others.
  const latest = gauge('', 'How late the event loop was when it was last looked at, in seconds', () => {
    latest.set(last);
    if (lags.count === 0) return;
    for (const [tell, each] of others) each.set(tell(lags) / NS);
    lags.reset();
  });
  const others = Object.entries(aggregates).map(
    ([name, tell]) => [tell, gauge(`${name}_`, `How late it was since this was last read: ${name}`)] as const,
  );
}
