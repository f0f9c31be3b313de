import type { Signals } from '@cadence-agents/contracts';
import { seededRandom } from './seeded-random.ts';

/** The same signals, of which each listener misses as many as said: what is built on them may become late, not wrong. */
export function lossySignals(
  signals: Signals,
  { lost = 0.5, seed = 1 } = {},
): Signals & { dropped(): number } {
  const random = seededRandom(seed);
  let dropped = 0;
  return {
    publish: (topic, signal) => signals.publish(topic, signal),
    subscribe: (topic, listener) =>
      signals.subscribe(topic, (signal) => {
        if (random() < lost) dropped++;
        else listener(signal);
      }),
    dropped: () => dropped,
  };
}
