// What happens to the servers and their database: drawn from the seed, one line of events for each of them.
import { setTimeout as sleep } from 'node:timers/promises';
import { choiceFor } from './seed.ts';
import type { ServerProcess } from './server-process.ts';
import type { Torment, Trial } from './trial.ts';

export const LEASE_MS = 2_000;

type Kind = Exclude<Torment, 'database' | 'bus' | 'power'>;

/** Goes on until the signal; resolves when everything is up again. */
export async function torment(trial: Trial, signal: AbortSignal): Promise<void> {
  const { mortals, elder, database, without } = trial;
  await Promise.all([
    ...mortals.map((server) =>
      tormentServer(trial, server, ['kill', 'kill', 'kill', 'restart', 'freeze', 'freeze', 'clock'], signal),
    ),
    // One process lives long enough to see whether its memory grows.
    tormentServer(trial, elder, ['freeze', 'clock'], signal),
    database.outage && !without.has('database') && takeAway(trial, database.outage, signal),
    database.bus && !without.has('bus') && takeAway(trial, { kind: 'bus crash', ...database.bus }, signal),
    without.has('power') || cutPower(trial, signal),
  ]);
  for (const server of trial.servers) server.shiftClock(0);
}

async function tormentServer(
  { seed, evidence, without, minutes }: Trial,
  server: ServerProcess,
  kinds: readonly Kind[],
  signal: AbortSignal,
): Promise<void> {
  for (let number = 1; ; number++) {
    const choice = choiceFor(seed, 'torment', server.name, number);
    if (!(await passed(choice.whole(2_000, 12_000) * haste(minutes), signal))) return;
    const kind = choice.pick(kinds) ?? 'freeze';
    const ms = choice.whole(0, 3_000);
    const seconds = choice.pick([3_600, -3_600, 90, -90, 0]) ?? 0;
    if (without.has(kind)) continue;
    evidence.count(`torment: ${kind}`);
    if (kind === 'kill') await server.crash(ms);
    else if (kind === 'restart') await server.restart(ms);
    else if (kind === 'freeze') await server.freeze(LEASE_MS * 1.25 + ms);
    else server.shiftClock(seconds);
  }
}

async function takeAway(
  { seed, evidence, minutes }: Trial,
  { kind, hold }: NonNullable<Trial['database']['outage']>,
  signal: AbortSignal,
): Promise<void> {
  for (let number = 1; ; number++) {
    const choice = choiceFor(seed, 'torment', kind, number);
    if (!(await passed(choice.whole(8_000, 30_000) * haste(minutes), signal))) return;
    evidence.count(`torment: ${kind}`);
    await hold(choice.whole(1_000, 6_000) * haste(minutes));
  }
}

/** In a run of less than a minute things come faster, so that it has some of each. */
const haste = (minutes: number): number => Math.min(1, Math.max(0.2, minutes));

/** Halfway through, every process dies at once. */
async function cutPower({ servers, evidence, minutes }: Trial, signal: AbortSignal): Promise<void> {
  if (!(await passed((minutes * 60_000) / 2, signal))) return;
  evidence.count('torment: power cut');
  await Promise.all(servers.map((server) => server.crash(1_000)));
}

/** Whether the time passed before the signal. */
async function passed(ms: number, signal: AbortSignal): Promise<boolean> {
  await sleep(ms, undefined, { signal }).catch(() => {});
  return !signal.aborted;
}
