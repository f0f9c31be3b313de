import type { Store } from '@cadence/contracts';
import type { Log } from '@cadence/engine';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Small enough that nobody waits behind one. */
const BATCH = 50;

/** Removes conversations untouched for longer than `days`, batch by batch; returns how many there were. */
export async function removeOld(store: Store, days: number, now = Date.now()): Promise<number> {
  const before = new Date(now - days * DAY_MS).toISOString();
  let removed = 0;
  for (let after: string | undefined; ; ) {
    const batch = await store.conversations.purge(before, BATCH, after);
    removed += batch.removed;
    if (batch.next === null) return removed;
    after = batch.next;
    await new Promise(setImmediate);
  }
}

/** Looks every hour, and once at the start; returns how to stop. */
export function keepTidy(store: Store, days: number | null, log: Log): () => void {
  if (days === null) return () => {};
  const tidy = () =>
    removeOld(store, days).then(
      (removed) => removed > 0 && log.info('old conversations removed', { removed }),
      (error: unknown) => log.warn('removing old conversations failed', { error }),
    );
  const timer = setInterval(tidy, HOUR_MS);
  timer.unref();
  tidy();
  return () => clearInterval(timer);
}
