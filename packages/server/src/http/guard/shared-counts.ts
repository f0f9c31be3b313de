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

export function sharedCounts({ store, log, now = Date.now }: Setup): SharedCounts {
  const process = randomUUID();
  let period = 0;
  let current = new LruCache<string, Count>(MOST_COUNTED);
  let previous = current;
  /** What the others should know. */
  let untold = new Map<string, Count>();
  /** Until it is known that there is nobody else, there is. */
  let isShared = true;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const turnTo = (next: number) => {
    if (next === period) return;
    previous = next === period + 1 ? current : new LruCache(MOST_COUNTED);
    current = new LruCache(MOST_COUNTED);
    untold = new Map();
    period = next;
  };
  const settle = async () => {
    turnTo(periodOf(now()));
    if (untold.size === 0) return;
    const [told, at, lastMinute] = [untold, period, previous];
    untold = new Map();
    if (!isShared) {
      isShared = await store.hasOthers(process, at);
      if (!isShared) return void restore(told);
    }
    await exchange(told, lastMinute, (counts) => store.settle(process, at, counts));
    isShared = await store.hasOthers(process, at);
  };
  /** What was not told is told once somebody comes. */
  const restore = (counts: ReadonlyMap<string, Count>) => {
    for (const [whose, count] of counts) if (current.get(whose) === count) untold.set(whose, count);
  };
  const plan = (delayMs: number) => {
    if (timer || isClosed) return;
    timer = setTimeout(async () => {
      await settle().catch((error: unknown) => {
        if (!isClosed) log.warn('settling rate limits failed', { error });
      });
      timer = undefined;
      if (untold.size > 0) plan(isShared ? LEAST_PAUSE_MS : SETTLE_MS);
    }, delayMs).unref();
  };
  return {
    admit(whose, most) {
      const time = now();
      turnTo(periodOf(time));
      const elapsed = (time % PERIOD_MS) / PERIOD_MS;
      const before = total(previous.get(whose));
      const count = current.getOrCreate(whose, newCount);
      const used = total(count);
      if (before * (1 - elapsed) + used + 1 > most) return waitMs(most, { before, used, elapsed });
      count.own += 1;
      // Those who come seldom are not worth a word, unless many processes are.
      if (count.own - count.told >= Math.max(1, most * SHARE)) {
        untold.set(whose, count);
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
  lastMinute: LruCache<string, Count>,
  settle: (counts: RequestCounts) => Promise<SettledCounts>,
): Promise<void> {
  const telling = [...told].map(([whose, count]) => ({ whose, count, hash: hashOf(whose), own: count.own }));
  const others = await settle(Object.fromEntries(telling.map(({ hash, own }) => [hash, own])));
  for (const { whose, count, hash, own } of telling) {
    count.told = own;
    count.others = others.now[hash] ?? 0;
    const before = others.before[hash];
    if (before !== undefined) lastMinute.getOrCreate(whose, newCount).others = before;
  }
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
