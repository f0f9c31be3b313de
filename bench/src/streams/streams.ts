// Thousands of streams at once: models, server and readers each in processes of their own, on one machine's clock. The
// floor is a plain proxy in front of the same model; a second one also keeps what it passes on, and does nothing else.
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startPostgres } from '@cadence-agents/storage/testing';
import { type Bench, progress } from '../bench.ts';
import { withDataFolder } from '../data-folder.ts';
import { atMost, type Figure, times } from '../figure.ts';
import { median, range } from '../median.ts';
import { cpuMsOf, databaseCpuMs, residentBytesOf } from './process-usage.ts';
import { endProgram, type StartedProgram, startProgram } from './started-program.ts';
import type { Readings } from './stream-readers.ts';

const TOKENS = 60;
const TOKEN_DELAY_MS = 50;
/** A server that people use has long been warm, and so is the proxy. */
const WARM_UP = { rounds: 20, streams: 100, tokenDelayMs: 5 };
/** A single round is off by a fifth either way on a machine that others use. */
const ROUNDS = 15;
const modelServer = new URL('../../../packages/testkit/src/fake-model-server/server.ts', import.meta.url);

/** Few enough that the processor has time to spare: when it has none, everything is done in larger portions. */
const UNSATURATED = 200;

/**
 * Whether 2,000 streams of 20 tokens a second come through whole and in order, how late, for how much CPU and in how much
 * memory; each beside the floor.
 */
export const streams: Bench = async ({ quick }) => {
  const few = quick ? 50 : UNSATURATED;
  const many = quick ? 200 : 2_000;
  const rounds = quick ? 2 : ROUNDS;
  const model = await startProgram<{ origin: string }>(modelServer);
  const database = await startPostgres();
  try {
    return await withDataFolder(async (folder) => {
      const env = { CADENCE_DATABASE_URL: await database.freshDatabase() };
      const withServer = { elsewhere: databaseCpuMs };
      const floor = proxyFor(model);
      const ours = cadenceFor('SQLite', model, many, { CADENCE_DATA_DIR: join(folder, 'sqlite') });
      const onPostgres = cadenceFor('PostgreSQL', model, many, { ...env, CADENCE_DATA_DIR: folder });
      const keeping = keepingProxyFor('SQLite', model, folder);
      const keepingThere = keepingProxyFor('PostgreSQL', model, await database.freshDatabase());
      const cpu = await unsaturated(
        [floor, keeping, ours, { ...keepingThere, ...withServer }, { ...onPostgres, ...withServer }],
        model,
        { few, rounds },
      );
      const crowds = {
        floor: await saturated(floor, model, many),
        ours: await saturated(ours, model, many),
      };
      return [...crowdFigures(crowds, many), ...cpuFigures(cpu)];
    });
  } finally {
    await database.stop();
    await endProgram(model);
  }
};

type Model = StartedProgram<{ origin: string }>;

interface Contestant {
  name: string;
  wire: 'native' | 'bare';
  start: () => Promise<StartedProgram<{ url: string }>>;
  /** Milliseconds of CPU that are spent for it elsewhere. */
  elsewhere?: () => number;
}

const proxyFor = (model: Model): Contestant => ({
  name: 'a bare proxy',
  wire: 'bare',
  start: () => startProgram(new URL('./bare-proxy.ts', import.meta.url), [model.first.origin]),
});

const keepingProxyFor = (name: string, model: Model, place: string): Contestant => ({
  name: `a proxy that keeps, ${name}`,
  wire: 'bare',
  start: () => startProgram(new URL('./keeping-proxy.ts', import.meta.url), [model.first.origin, place]),
});

const cadenceFor = (name: string, model: Model, most: number, env: Record<string, string>): Contestant => ({
  name,
  wire: 'native',
  start: () =>
    startProgram(new URL('./stream-server.ts', import.meta.url), [], {
      CADENCE_PORT: '0',
      CADENCE_LOG_LEVEL: 'warn',
      CADENCE_DEFAULT_MODEL: 'openai:m',
      CADENCE_CONCURRENCY: String(most),
      CADENCE_RUN_TIMEOUT_MS: '600000',
      CADENCE_MODEL_TIMEOUT_MS: '300000',
      OPENAI_BASE_URL: `${model.first.origin}/v1`,
      OPENAI_API_KEY: 'x',
      ...env,
    }),
});

/** A contestant that is warm. */
interface Warm {
  pid: number;
  cpuMs: () => number;
  read: (count: number, round: string) => Promise<Readings>;
}

async function whileWarm<T>(
  contestant: Contestant,
  model: Model,
  work: (warm: Warm) => Promise<T>,
): Promise<T> {
  const { name, wire, elsewhere = () => 0 } = contestant;
  const server = await contestant.start();
  try {
    const { pid } = server.child;
    if (pid === undefined) throw new Error('The server has no process.');
    const read = async (count: number, ramp: number, round: string, tokenDelayMs = TOKEN_DELAY_MS) => {
      await script(model, ramp * 4, tokenDelayMs);
      return readAll(server.first.url, count, ramp, `${name}-${round}`, wire);
    };
    progress(`streams: ${name}, warming up`);
    for (let round = 0; round < WARM_UP.rounds; round++)
      await read(WARM_UP.streams, 0, `warm-up-${round}`, WARM_UP.tokenDelayMs);
    const cpuMs = () => cpuMsOf(pid) + elsewhere();
    return await work({ pid, cpuMs, read: (count, round) => read(count, rampMs(count), round) });
  } finally {
    await endProgram(server);
  }
}

/** CPU for a stream while there is time to spare, of all of them in each round. */
async function unsaturated(
  contestants: readonly Contestant[],
  model: Model,
  { few, rounds }: { few: number; rounds: number },
): Promise<number[][]> {
  const measure = async (warm: readonly Warm[]): Promise<number[][]> => {
    const next = contestants[warm.length];
    if (next) return whileWarm(next, model, (one) => measure([...warm, one]));
    const found: number[][] = contestants.map(() => []);
    for (let round = 0; round < rounds; round++) {
      progress(`streams: ${few} at once, round ${round + 1} of ${rounds}`);
      for (const [index, { cpuMs, read }] of warm.entries()) {
        const before = cpuMs();
        await read(few, `few-${round}`);
        found[index]?.push((cpuMs() - before) / few);
      }
    }
    return found;
  };
  return measure([]);
}

interface Crowd {
  readings: Readings;
  /** For a stream. */
  bytes: number;
}

const saturated = (contestant: Contestant, model: Model, many: number): Promise<Crowd> =>
  whileWarm(contestant, model, async ({ pid, read }) => {
    progress(`streams: ${contestant.name}, ${many} at once`);
    const resting = residentBytesOf(pid);
    const memory = watchMemory(pid);
    const readings = await read(many, 'many');
    return { readings, bytes: (memory.peak() - resting) / many };
  });

const rampMs = (count: number) => count * 4;

/** No token is sent before all streams are open, unless the machine is very busy. */
async function script(model: Model, delayMs: number, tokenDelayMs: number): Promise<void> {
  const text = Array.from({ length: TOKENS }, (_, index) => `${index}@now`).join(' ');
  const answer = { kind: 'reply', text, clock: true, tokenDelayMs, delayMs, repeat: true };
  const body = JSON.stringify({ queue: [answer] });
  const response = await fetch(`${model.first.origin}/control/script`, { method: 'POST', body });
  if (!response.ok) throw new Error(await response.text());
}

async function readAll(
  url: string,
  count: number,
  ramp: number,
  name: string,
  wire: Contestant['wire'],
): Promise<Readings> {
  const program = new URL('./stream-readers.ts', import.meta.url);
  const args = [url, String(count), String(TOKENS), String(ramp), name.replaceAll(' ', '-'), wire];
  const { child } = await startProgram(program, args);
  if (!child.stdout) throw new Error('The readers have no output.');
  let last = '';
  for await (const line of createInterface(child.stdout)) last = line;
  return JSON.parse(last);
}

function watchMemory(pid: number) {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, residentBytesOf(pid));
  };
  const timer = setInterval(look, 250);
  return {
    peak() {
      clearInterval(timer);
      look();
      return peak;
    },
  };
}

const ms = (value: number) => `${Math.round(value)} ms`;
const p99 = ({ delays }: Readings) => delays[Math.floor(delays.length * 0.99)] ?? Number.NaN;

function crowdFigures({ ours, floor }: Record<'ours' | 'floor', Crowd>, many: number): Figure[] {
  const { problems, delays, peak } = ours.readings;
  for (const problem of problems.slice(0, 10)) progress(`streams: ${problem}`);
  const none = { text: 'none', met: problems.length === 0 };
  return [
    { what: `Streams of ${many} lost, cut or out of order`, value: String(problems.length), target: none },
    { what: 'Most streams open at once', value: String(peak) },
    { what: 'Tokens received', value: String(delays.length) },
    { what: 'Delay of a token, median', value: ms(median(delays)) },
    { what: 'Delay of a token, median, of the bare proxy', value: ms(median(floor.readings.delays)) },
    { what: 'Delay of a token, 99th percentile, of the bare proxy', value: ms(p99(floor.readings)) },
    atMost('Delay of a token, 99th percentile', p99(ours.readings), p99(floor.readings) + 50, ms),
    atMost('Memory of the server for a stream', ours.bytes, 100_000, kB),
    { what: 'Memory of the bare proxy for a stream', value: kB(floor.bytes) },
  ];
}

const kB = (bytes: number) => `${Math.round(bytes / 1_000)} kB`;
const cpu = (values: readonly number[]) => `${median(values).toFixed(1)} ms`;

/** With time to spare; ratios are taken within each round. */
function cpuFigures(found: number[][]): Figure[] {
  const [floor = [], keeping = [], ours = [], keepingThere = [], oursThere = []] = found;
  const rounds = floor.length;
  const beside = (values: readonly number[], others: readonly number[]) =>
    values.map((value, round) => value / (others[round] ?? Number.NaN));
  const told = (values: readonly number[]) => `${times(median(values))} (${range(values)})`;
  const bounded = (what: string, values: readonly number[], limit: number): Figure => ({
    ...atMost(what, median(values), limit, times),
    value: told(values),
    rounds,
  });
  const on = (
    name: string,
    { ours, keeping, limit }: { ours: number[]; keeping: number[]; limit: number },
  ) => [
    { what: `CPU of a proxy that keeps what it passes on, ${name}`, value: cpu(keeping) },
    { what: `that, beside the bare proxy (${name})`, value: told(beside(keeping, floor)), rounds },
    { what: `CPU for a stream, ${name}`, value: cpu(ours) },
    bounded(`CPU for a stream beside the bare proxy, ${name}`, beside(ours, floor), limit),
    { what: `that, beside the proxy that keeps (${name})`, value: told(beside(ours, keeping)), rounds },
  ];
  return [
    { what: 'CPU of the bare proxy for a stream', value: cpu(floor) },
    ...on('SQLite', { ours, keeping, limit: 1.6 }),
    ...on('PostgreSQL with its own', { ours: oursThere, keeping: keepingThere, limit: 2.5 }),
  ];
}
