import type { ArchivedRun, Store } from '@cadence-agents/contracts';
import type { Log } from '@cadence-agents/engine';
import type { Settings } from './settings/setting-table.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const daysAgo = (days: number, now: number): string => new Date(now - days * DAY_MS).toISOString();

/** Removes conversations untouched for longer than `days`; returns how many there were. */
export function removeOld(store: Store, days: number, now = Date.now()): Promise<number> {
  return store.conversations.purge(daysAgo(days, now));
}

/** How many conversations that would remove. */
export async function countOld(
  store: Store,
  days: number,
  now = Date.now(),
): Promise<{ conversations: number; isMore: boolean }> {
  const { count, isMore } = await store.conversations.countUntouched(daysAgo(days, now));
  return { conversations: count, isMore };
}

/** Moves runs that ended more than `days` ago to the archive; returns how many there were. */
export async function archiveOld(store: Store, days: number, now = Date.now()): Promise<number> {
  const moved: ArchivedRun['runId'][] = [];
  for await (const { runId } of store.archive.move(daysAgo(days, now))) moved.push(runId);
  return moved.length;
}

type Ages = Pick<Settings, 'retentionDays' | 'archiveAfterDays'>;

/** Does every hour what the store needs done, and once at the start; returns how to stop. */
export function keepTidy(store: Store, ages: Ages, log: Log): () => void {
  const attempt = async (what: string, work: () => Promise<number>) => {
    try {
      const count = await work();
      if (count > 0) log.info(what, { count });
    } catch (error) {
      log.warn(`failed: ${what}`, { error });
    }
  };
  let isBusy = false;
  const tidy = async () => {
    if (isBusy) return;
    isBusy = true;
    const { retentionDays, archiveAfterDays } = ages;
    if (retentionDays !== null)
      await attempt('old conversations removed', () => removeOld(store, retentionDays));
    if (archiveAfterDays !== null)
      await attempt('old runs archived', () => archiveOld(store, archiveAfterDays));
    await attempt('store tended', async () => {
      await store.tend();
      return 0;
    });
    isBusy = false;
  };
  const timer = setInterval(tidy, HOUR_MS);
  timer.unref();
  tidy();
  return () => clearInterval(timer);
}
