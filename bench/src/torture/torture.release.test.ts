// The short form of `npm run torture`, on both databases and on a cluster.
import { noPgBouncer } from '@cadence-agents/storage/testing';
import { leftOut, noRedis } from '@cadence-agents/testkit';
import { seed } from '@cadence-agents/testkit/random-runs';
import { expect, it } from 'vitest';
import { reportText } from './report.ts';
import { torture } from './torture.ts';

it.each([
  'sqlite',
  'postgres',
  ...(leftOut(noPgBouncer) || leftOut(noRedis) ? [] : (['cluster'] as const)),
] as const)(
  'a few seconds of load and faults on %s break nothing',
  async (database) => {
    const report = await torture({ minutes: 0.2, seed, database, clients: 4, without: [] });
    // How late an event loop is on this machine, and what a process keeps after seconds, is not for a test to judge.
    const broken = report.problems.filter(({ invariant }) => invariant !== 'delay' && invariant !== 'memory');
    expect(broken, reportText(report)).toEqual([]);
    expect(report.counts['messages acknowledged']).toBeGreaterThan(0);
    expect(report.counts['torment: power cut']).toBe(1);
  },
  280_000,
);
