import { expect, it } from 'vitest';
import { CommitPace } from './commit-pace.ts';

/** When each of so many commits is made, by writes that come every `betweenMs`. */
function commitTimes(commits: number, betweenMs: number): number[] {
  let now = 0;
  const pace = new CommitPace(() => now);
  return Array.from({ length: commits }, () => {
    now += betweenMs + pace.wait();
    pace.count();
    return now;
  });
}

it('lets the writes of one run go at once, however close together', () => {
  expect(commitTimes(8, 1)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

it('lets writes that come seldom go at once, for ever', () => {
  expect(commitTimes(100, 5).at(-1)).toBe(500);
});

it('has many in a row share commits, one every 4 ms', () => {
  const times = commitTimes(200, 1);
  const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(Math.max(...waits)).toBeLessThanOrEqual(5);
  expect((times.at(-1) ?? 0) - (times[99] ?? 0)).toBeGreaterThanOrEqual(400);
});

it('forgets them once it has been quiet', () => {
  let now = 0;
  const pace = new CommitPace(() => now);
  for (let commit = 0; commit < 50; commit++) pace.count();
  expect(pace.wait()).toBeGreaterThan(0);
  now += 50 * 4;
  expect(pace.wait()).toBe(0);
});
