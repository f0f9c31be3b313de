// Every due time has one run, whatever happens to the processes. `npm run crons` is the whole of it: 1,000 due times and more of
// 100 schedules within five minutes, three processes on PostgreSQL, 50 kills of one of them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiRun, ApiSchedule } from '@cadence-agents/contracts';
import { seededRandom } from '@cadence-agents/testkit';
import { seed } from '@cadence-agents/testkit/random-runs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { deployments, type ServerProcess } from '../deployment/processes.fixture.ts';
import { nextDueTime } from './due-times.ts';

const dueTimes = Number(process.env.DUE_TIMES ?? 24);
const isWhole = dueTimes >= 1_000;
/** At least: a schedule can be due before all of them are made. */
const timesEach = isWhole ? 10 : 1;
const kills = isWhole ? 50 : 3;
/** Seconds between two due times of a schedule: longer than it takes to notice one. */
const period = 30;
/** Seconds that the first due times are spread over. */
const spread = isWhole ? period : 6;

const random = seededRandom(seed);
const [, postgres] = deployments();
const env = { CADENCE_RATE_LIMIT_PER_ADDRESS: '0', CADENCE_WATCHDOG_MS: '0' };

it('fires each due time once under kills', { timeout: 1_800_000 }, async () => {
  const deployment = await postgres?.open();
  const start = async (name: string): Promise<[string, ServerProcess]> => {
    if (!deployment) throw new Error('There is no database.');
    return [name, await deployment.start(name, env)];
  };
  const running = new Map(await Promise.all(['a', 'b', 'c'].map(start)));
  const client = () => {
    const [first] = running.values();
    if (!first) throw new Error('Nobody serves.');
    return first.client;
  };

  const begin = Math.ceil(Date.now() / 1000) + (isWhole ? 30 : 4);
  const made: ApiSchedule[] = [];
  const bodies = Array.from({ length: dueTimes / timesEach }, (_, index) => ({
    ...{ message: 'What is 2 + 2?', ...timesFrom(begin + (index % spread)) },
  }));
  for (let first = 0; first < bodies.length; first += 10) {
    const some = bodies.slice(first, first + 10);
    made.push(...(await Promise.all(some.map((body) => client().createSchedule({ body })))));
  }
  const expected = made.flatMap(placesOf);
  expect(expected.length).toBeGreaterThanOrEqual(dueTimes);

  // The first due time.
  await sleep(Math.max(0, begin * 1000 - Date.now()));
  for (let killed = 0; killed < kills; killed++) {
    // A kill at any time.
    await sleep(random() * (isWhole ? 8_000 : 1_500));
    const names = [...running.keys()];
    const name = names[Math.floor(random() * names.length)] ?? '';
    const victim = running.get(name);
    running.delete(name);
    await victim?.kill();
    running.set(...(await start(name)));
  }

  const isOver = async () => (await allSchedules()).every(({ nextAt }) => nextAt === null);
  await expect.poll(isOver, { timeout: 240_000, interval: 500 }).toBe(true);
  const areDone = async () => (await allRuns()).every(({ status }) => status === 'completed');
  await expect.poll(areDone, { timeout: 120_000, interval: 500 }).toBe(true);

  const runs = (await allRuns()).map(dueTimeOf);
  expect(runs.map(({ place }) => place).toSorted()).toEqual(expected.toSorted());
  for (const schedule of isWhole ? made.slice(0, 50) : made) {
    const { items } = await client().listFirings({ params: { id: schedule.id }, query: {} });
    expect(items.map(({ dueAt }) => dueAt).toReversed()).toEqual(expectedTimes(schedule));
    const known = runs.filter(({ scheduleId }) => scheduleId === schedule.id).map(({ id }) => id);
    expect(items.map(({ runId }) => runId).toSorted()).toEqual(known.toSorted());
  }

  async function allSchedules(): Promise<ApiSchedule[]> {
    const all: ApiSchedule[] = [];
    for (let after: string | undefined; ; ) {
      const { items, next } = await client().listSchedules({ query: { limit: 200, after } });
      all.push(...items);
      if (next === null) return all;
      after = next;
    }
  }
  async function allRuns(): Promise<ApiRun[]> {
    const all: ApiRun[] = [];
    for (let after: string | undefined; ; ) {
      const { items, next } = await client().listRuns({ query: { limit: 200, after } });
      all.push(...items);
      if (next === null) return all;
      after = next;
    }
  }
});

/** An expression that is due first at that second, and so often in all. */
function timesFrom(second: number): { cron: string; endsAt: string } {
  const first = new Date(second * 1000);
  const endsAt = new Date(first.getTime() + (timesEach - 1) * period * 1000 + 1).toISOString();
  if (timesEach > 1) {
    const offset = first.getUTCSeconds() % period;
    return { cron: `${offset},${offset + period} * * * * *`, endsAt };
  }
  return { cron: `${first.getUTCSeconds()} ${first.getUTCMinutes()} ${first.getUTCHours()} * * *`, endsAt };
}

function expectedTimes(schedule: ApiSchedule): string[] {
  const times: string[] = [];
  for (let next = schedule.nextAt; next !== null; next = nextDueTime(schedule, next)) times.push(next);
  return times;
}

const placesOf = (schedule: ApiSchedule): string[] =>
  expectedTimes(schedule).map((dueAt) => `${schedule.id} ${dueAt}`);

const firedSchema = z.object({ schedule: z.object({ id: z.string(), dueAt: z.string() }) });

function dueTimeOf({ id, metadata }: ApiRun) {
  const { schedule } = firedSchema.parse(metadata);
  return { id, scheduleId: schedule.id, place: `${schedule.id} ${schedule.dueAt}` };
}
