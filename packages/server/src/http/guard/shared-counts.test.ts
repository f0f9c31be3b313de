import type { RequestCountStore } from '@cadence-agents/contracts';
import { silentLog } from '@cadence-agents/engine';
import { sqliteTestDatabase } from '@cadence-agents/storage/testing';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { PERIOD_MS, type SharedCounts, sharedCounts } from './shared-counts.ts';

let time: number;
let writes: number;
/** The database refuses the next so many writes. */
let refusals: number;
/** How often it was asked whether there are others. */
let asked: number;
let store: RequestCountStore;
beforeEach(async () => {
  const test = await sqliteTestDatabase();
  onTestFinished(() => test.dispose());
  const { requestCounts } = (await test.connect()).store;
  time = PERIOD_MS * 1_000;
  writes = 0;
  refusals = 0;
  asked = 0;
  store = {
    hasOthers: async (...args) => {
      const found = await requestCounts.hasOthers(...args);
      asked += 1;
      return found;
    },
    settle: async (...args) => {
      writes += 1;
      if (refusals > 0) {
        refusals -= 1;
        throw new Error('database is locked');
      }
      return requestCounts.settle(...args);
    },
  };
});

function open(): SharedCounts {
  const counts = sharedCounts({ store, log: silentLog, now: () => time });
  onTestFinished(() => counts.close());
  return counts;
}

/** How many of so many requests are let in. */
const admitted = (counts: SharedCounts, requests: number, most: number, whose = 'ann') =>
  Array.from({ length: requests }, () => counts.admit(whose, most)).filter((wait) => wait === undefined)
    .length;

/** Requests come until one is refused, because of what another process has told. */
async function refusedAfterAFew(counts: SharedCounts) {
  let more = 0;
  await expect
    .poll(() => (counts.admit('ann', 100) === undefined ? ++more : 'refused'), { interval: 20 })
    .toBe('refused');
  expect(more).toBeLessThan(100);
}

it('lets in as many as the limit says, and says when to come again', () => {
  const counts = open();
  expect(admitted(counts, 20, 10)).toBe(10);
  expect(admitted(counts, 1, 10, 'bob')).toBe(1);
  const wait = counts.admit('ann', 10) ?? 0;
  time += wait - 1_000;
  expect(counts.admit('ann', 10)).toBeGreaterThan(0);
  time += 1_000;
  expect(admitted(counts, 20, 10)).toBe(1);
});

it('does not forget at the turn of a minute', () => {
  time += PERIOD_MS - 10;
  const counts = open();
  expect(admitted(counts, 20, 10)).toBe(10);
  time += 20;
  expect(admitted(counts, 20, 10)).toBe(0);
  time += PERIOD_MS;
  expect(admitted(counts, 20, 10)).toBe(10);
  time += 10 * PERIOD_MS;
  expect(admitted(counts, 20, 10)).toBe(10);
});

it('counts what other processes have let in', async () => {
  const [here, there] = [open(), open()];
  expect(admitted(here, 100, 100)).toBe(100);
  // The other learns of it with the first few that it lets in itself.
  let more = 0;
  await expect
    .poll(() => {
      more += admitted(there, 1, 100);
      return there.admit('ann', 100) === undefined ? ++more : 'refused';
    })
    .toBe('refused');
  expect(more).toBeLessThan(100);
  expect(admitted(there, 100, 100, 'bob')).toBe(100);
});

it('counts what other processes have let in, also before the minute turned', async () => {
  const [here, there] = [open(), open()];
  const told = writes;
  expect(admitted(here, 100, 100)).toBe(100);
  await expect.poll(() => writes).toBeGreaterThan(told);
  time += PERIOD_MS;
  await refusedAfterAFew(there);
});

it('tells what the others missed once more when the database refused it', async () => {
  const [here, there] = [open(), open()];
  refusals = 1;
  expect(admitted(here, 100, 100)).toBe(100);
  await expect.poll(() => refusals).toBe(0);
  await refusedAfterAFew(there);
});

it('tells after the turn of a minute what was let in before it', async () => {
  time += PERIOD_MS - 10;
  const [here, there] = [open(), open()];
  expect(admitted(here, 100, 100)).toBe(100);
  time += 20;
  await refusedAfterAFew(there);
});

it('writes nothing for those who come seldom, and next to nothing while it is alone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const counts = open();
  for (let user = 0; user < 100; user++) admitted(counts, 3, 100, `user ${user}`);
  expect(vi.getTimerCount()).toBe(0);
  admitted(counts, 50, 100);
  vi.advanceTimersByTime(100);
  await expect.poll(() => asked).toBe(1);
  expect(writes).toBe(1);
  admitted(counts, 50, 100);
  for (let second = 1; second <= 3; second++) {
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1_000);
    await expect.poll(() => asked).toBe(1 + second);
  }
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  expect(writes).toBe(1);
});
