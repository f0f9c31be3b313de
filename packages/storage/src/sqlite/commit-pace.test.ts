import { seededRandom } from '@cadence-agents/testkit';
import { expect, it } from 'vitest';
import { CommitPace } from './commit-pace.ts';

/** What a commit takes. */
const COMMIT_MS = 0.5;

/** Commits of writes that come at these times, and the longest that one waited for its commit to begin. */
function commitsOf(times: readonly number[]): { commits: number; longestMs: number } {
  let now = 0;
  const pace = new CommitPace(() => now);
  let [commits, longestMs] = [0, 0];
  for (let next = 0; next < times.length; ) {
    const first = times[next] ?? 0;
    now = Math.max(now, first);
    now += pace.wait();
    const shared = times.slice(next).filter((time) => time <= now).length;
    pace.count(shared);
    longestMs = Math.max(longestMs, now - first);
    now += COMMIT_MS;
    commits += 1;
    next += shared;
  }
  return { commits, longestMs };
}

function randomTimes(writes: number, aSecond: number): number[] {
  const random = seededRandom(1);
  let time = 0;
  return Array.from({ length: writes }, () => {
    time += (-Math.log(1 - random()) * 1_000) / aSecond;
    return time;
  });
}

it('keeps no write waiting that comes after the commit of the one before', () => {
  const oneByOne = Array.from({ length: 1_000 }, (_, index) => index);
  expect(commitsOf(oneByOne)).toEqual({ commits: 1_000, longestMs: 0 });
});

it('has writes of many at once share commits, and none of them wait long', () => {
  const { commits, longestMs } = commitsOf(randomTimes(5_000, 400));
  expect(commits).toBeLessThan(800);
  expect(longestMs).toBeLessThanOrEqual(25);
});

it('lets writes that come seldom go at once', () => {
  expect(commitsOf(randomTimes(1_000, 5)).longestMs).toBeLessThan(1);
});

it('keeps no write waiting once the crowd has gone', () => {
  let now = 0;
  const pace = new CommitPace(() => now);
  pace.count(50);
  expect(pace.wait()).toBe(24);
  for (; now < 101; now += 10) pace.count(1);
  expect(pace.wait()).toBe(0);
});
