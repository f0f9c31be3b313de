// How often somebody was let in within a minute, by all processes of the deployment together. Each counts by itself and
// settles with the others through the database: for those who come often, and while there are others. Between two
// settlements each may let in a little more; see `SHARE`.
import { createHash, randomUUID } from 'node:crypto';
import {
  LruCache,
  type RequestCountStore,
  type RequestCounts,
  type SettledCounts,
} from '@cadence-agents/contracts';
import type { Log } from '@cadence-agents/engine';

export const PERIOD_MS = 60_000;
/** The others are told at the latest after so much, and after this share of the limit, if that comes first. */
const SETTLE_MS = 1_000;
const SHARE = 1 / 32;
/** Between two settlements, however many requests come. */
const LEAST_PAUSE_MS = 100;
const MOST_COUNTED = 50_000;

interface Count {
  /** Let in here, in the period. */
  own: number;
  /** Of those, how many the others know of. */
  told: number;
  /** Let in by the others, as far as they have told. */
  others: number;
}

export interface SharedCounts {
  /** Lets one more in, if the last minute had fewer than `most`: `undefined`, or how long to wait, in milliseconds. */
  admit(whose: string, most: number): number | undefined;
  close(): void;
}

interface Setup {
  store: RequestCountStore;
  log: Log;
  now?: () => number;
}

interface Minute {
  period: number;
  counts: LruCache<string, Count>;
  /** What the others should know. */
  untold: Map<string, Count>;
}

const newMinute = (period: number): Minute => ({
  period,
  counts: new LruCache(MOST_COUNTED),
  untold: new Map(),
});

export function sharedCounts({ store, log, now = Date.now }: Setup): SharedCounts {
  const process = randomUUID();
  let current = newMinute(0);
  let previous = newMinute(-1);
  /** Until it is known that there is nobody else, there is. */
  let isShared = true;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const turnTo = (period: number) => {
    if (period === current.period) return;
    previous = period === current.period + 1 ? current : newMinute(period - 1);
    current = newMinute(period);
  };
  const hasUntold = () => previous.untold.size + current.untold.size > 0;
  const settle = async () => {
    turnTo(periodOf(now()));
    if (!hasUntold()) return;
    const [minute, lastMinute] = [current, previous];
    isShared ||= await store.hasOthers(process, minute.period);
    if (!isShared) return [minute, lastMinute].forEach(forgetEvicted);
    // Also what was let in shortly before the minute turned.
    if (lastMinute.untold.size > 0) await tell(lastMinute);
    if (minute.untold.size > 0) await tell(minute, lastMinute);
    isShared = await store.hasOthers(process, minute.period);
  };
  const tell = async (minute: Minute, lastMinute?: Minute) => {
    const told = minute.untold;
    minute.untold = new Map();
    try {
      await exchange(told, lastMinute, (counts) => store.settle(process, minute.period, counts));
    } catch (error) {
      minute.untold = new Map([...told, ...minute.untold]);
      throw error;
    }
  };
  const plan = (delayMs: number) => {
    if (timer || isClosed) return;
    timer = setTimeout(async () => {
      const isSettled = await settle().then(
        () => true,
        (error: unknown) => {
          if (!isClosed) log.warn('settling rate limits failed', { error });
          return false;
        },
      );
      timer = undefined;
      if (hasUntold()) plan(isShared && isSettled ? LEAST_PAUSE_MS : SETTLE_MS);
    }, delayMs).unref();
  };
  return {
    admit(whose, most) {
      const time = now();
      turnTo(periodOf(time));
      const elapsed = (time % PERIOD_MS) / PERIOD_MS;
      const before = total(previous.counts.get(whose));
      const count = current.counts.getOrCreate(whose, newCount);
      const used = total(count);
      if (before * (1 - elapsed) + used + 1 > most) return waitMs(most, { before, used, elapsed });
      count.own += 1;
      // Those who come seldom are not worth a word, unless many processes are.
      if (count.own - count.told >= Math.max(1, most * SHARE)) {
        current.untold.set(whose, count);
        plan(isShared ? LEAST_PAUSE_MS : SETTLE_MS);
      }
      return undefined;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** Tells what was counted here, and takes over what the others have counted, in this minute and in the one before. */
async function exchange(
  told: ReadonlyMap<string, Count>,
  lastMinute: Minute | undefined,
  settle: (counts: RequestCounts) => Promise<SettledCounts>,
): Promise<void> {
  const telling = [...told].map(([whose, count]) => ({ whose, count, hash: hashOf(whose), own: count.own }));
  const others = await settle(Object.fromEntries(telling.map(({ hash, own }) => [hash, own])));
  for (const { whose, count, hash, own } of telling) {
    count.told = own;
    count.others = others.now[hash] ?? 0;
    const before = others.before[hash];
    if (before !== undefined && lastMinute) lastMinute.counts.getOrCreate(whose, newCount).others = before;
  }
}

/** What waits to be told is no more than what is counted. */
function forgetEvicted({ counts, untold }: Minute): void {
  for (const [whose, count] of untold) if (counts.get(whose) !== count) untold.delete(whose);
}

const periodOf = (time: number): number => Math.floor(time / PERIOD_MS);

const newCount = (): Count => ({ own: 0, told: 0, others: 0 });

const total = (count: Count | undefined): number => (count ? count.own + count.others : 0);

/** The minute before counts less the longer it is past. */
function waitMs(
  most: number,
  { before, used, elapsed }: { before: number; used: number; elapsed: number },
): number {
  const fades = (counted: number, room: number) => (counted > room ? 1 - Math.max(0, room) / counted : 0);
  const part =
    used + 1 <= most ? fades(before, most - 1 - used) - elapsed : 1 - elapsed + fades(used, most - 1);
  return Math.max(0, part) * PERIOD_MS;
}

/** Neither addresses nor names stand in the database. */
const hashOf = (whose: string): string => createHash('sha256').update(whose).digest('base64url').slice(0, 22);
