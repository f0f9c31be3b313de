// A run's events from any point on, each exactly once: those in the store first, then those that come.
import type { RunEvent, Store } from '@cadence/contracts';
import { type EventHub, isLast } from '../events/event-hub.ts';

export interface FollowOptions {
  /** The last event already seen. */
  afterSeq?: number;
  signal?: AbortSignal;
  /** How often the store is asked when nothing comes, for events that another process commits. */
  pollMs?: number;
}

const BATCH = 1000;
/** A reader that is further behind than this reads from the store again. */
const MOST_QUEUED = 1000;

export async function* followRun(
  store: Store,
  hub: EventHub,
  runId: string,
  { afterSeq = 0, signal, pollMs = 1000 }: FollowOptions = {},
): AsyncGenerator<RunEvent> {
  let seen = afterSeq;
  let wake = () => {};
  let queue: RunEvent[] = [];
  const stopListening = hub.subscribe(runId, (event) => {
    if (queue.push(event) > MOST_QUEUED) queue = [];
    wake();
  });
  try {
    while (!signal?.aborted) {
      const stored = await store.events.read(runId, seen, BATCH);
      for (const event of stored) {
        seen = event.seq;
        yield event;
      }
      const last = stored.at(-1);
      if (last && isLast(last)) return;
      if (stored.length === BATCH) continue;
      for (;;) {
        const arrived = new Promise<boolean>((resolve) => {
          wake = () => resolve(true);
        });
        const next = queue.shift();
        if (next && next.seq > seen + 1) break;
        if (next && next.seq === seen + 1) {
          seen = next.seq;
          yield next;
          if (isLast(next)) return;
        } else if (!next && !(await within(pollMs, arrived, signal))) break;
      }
    }
  } finally {
    stopListening();
  }
}

/** Whether something arrived before the time was up, or before the reader went away. */
async function within(
  ms: number,
  arrived: Promise<boolean>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const giveUp = () => resolve(false);
  const timer = setTimeout(giveUp, ms);
  signal?.addEventListener('abort', giveUp, { once: true });
  const result = await Promise.race([arrived, promise]);
  clearTimeout(timer);
  signal?.removeEventListener('abort', giveUp);
  return result;
}
