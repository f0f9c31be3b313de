import type { Store } from '@cadence/contracts';
import type { Log } from '@cadence/engine';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Removes conversations untouched for longer than `days`; returns how many there were. */
export function removeOld(store: Store, days: number, now = Date.now()): Promise<number> {
  return store.conversations.purge(new Date(now - days * DAY_MS).toISOString());
}

/** Looks every hour, and once at the start; returns how to stop. */
export function keepTidy(store: Store, days: number | null, log: Log): () => void {
  const tidy = async () => {
    try {
      await store.tend();
      const removed = days === null ? 0 : await removeOld(store, days);
      if (removed > 0) log.info('old conversations removed', { removed });
    } catch (error) {
      log.warn('removing old conversations failed', { error });
    }
  };
  const timer = setInterval(tidy, HOUR_MS);
  timer.unref();
  tidy();
  return () => clearInterval(timer);
}
