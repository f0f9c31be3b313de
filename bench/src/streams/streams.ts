// Thousands of streams at once: models, server and readers each in processes of their own, on one machine's clock. The
// floor is a plain proxy in front of the same model; a second one also keeps what it passes on, and does nothing else.
import { createInterface } from 'node:readline';
import { startPostgres } from '@cadence/storage/testing';
import { type Bench, progress } from '../bench.ts';
import { withDataFolder } from '../data-folder.ts';
import { atMost, type Figure, times } from '../figure.ts';
import { median } from '../median.ts';
import { cpuMsOf, databaseCpuMs, residentBytesOf } from './process-usage.ts';
import { endProgram, type StartedProgram, startProgram } from './started-program.ts';
import type { Readings } from './stream-readers.ts';

const TOKENS = 60;
const TOKEN_DELAY_MS = 50;
/** A server that people use has long been warm, and so is the proxy. */
const WARM_UP = { rounds: 20, streams: 50, tokenDelayMs: 5 };
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
  const model = await startProgram<{ origin: string }>(modelServer);
  try {
    const floor = await measured(proxyFor(model), model, { name: 'a bare proxy', few, many });
    const keeping = await withDataFolder((folder) =>
      measured(keepingProxyFor(model, folder), model, { name: 'a proxy that keeps', few, many: 0 }),
    );
    const ours = await withDataFolder((folder) =>
      measured(cadenceFor(model, many, { CADENCE_DATA_DIR: folder }), model, { name: 'SQLite', few, many }),
    );
    const onPostgres = await measuredOnPostgres(model, few);
    return [...figures(ours, floor, many), ...cpuFigures({ ours, onPostgres, keeping, floor })];
  } finally {
    await endProgram(model);
  }
};

type Model = StartedProgram<{ origin: string }>;

interface Contestant {
  wire: 'native' | 'bare';
  start: () => Promise<StartedProgram<{ url: string }>>;
  /** Milliseconds of CPU that are spent for it elsewhere. */
  elsewhere?: () => number;
}

const proxyFor = (model: Model): Contestant => ({
  wire: 'bare',
  start: () => startProgram(new URL('./bare-proxy.ts', import.meta.url), [model.first.origin]),
});

const keepingProxyFor = (model: Model, folder: string): Contestant => ({
  wire: 'bare',
  start: () => startProgram(new URL('./keeping-proxy.ts', import.meta.url), [model.first.origin, folder]),
});

const cadenceFor = (model: Model, most: number, env: Record<string, string>): Contestant => ({
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

async function measuredOnPostgres(model: Model, few: number): Promise<Measured> {
  const database = await startPostgres();
  try {
    const env = { CADENCE_DATABASE_URL: await database.freshDatabase() };
    return await withDataFolder((folder) =>
      measured(
        {
          ...cadenceFor(model, few, { ...env, CADENCE_DATA_DIR: folder }),
          elsewhere: databaseCpuMs,
        },
        model,
        { name: 'PostgreSQL', few, many: 0 },
      ),
    );
  } finally {
    await database.stop();
  }
}

interface Measured {
  /** For a stream, with time to spare. */
  cpuMs: number;
  readings: Readings;
  bytes: number;
}

async function measured(
  { wire, start, elsewhere = () => 0 }: Contestant,
  model: Model,
  { name, few, many }: { name: string; few: number; many: number },
): Promise<Measured> {
  const server = await start();
  const { pid } = server.child;
  if (pid === undefined) throw new Error('The server has no process.');
  const cpu = () => cpuMsOf(pid) + elsewhere();
  const read = async (count: number, ramp: number, round: string, tokenDelayMs = TOKEN_DELAY_MS) => {
    await script(model, ramp * 4, tokenDelayMs);
    return readAll(server.first.url, count, ramp, `${name}-${round}`, wire);
  };
  try {
    for (let round = 0; round < WARM_UP.rounds; round++)
      await read(WARM_UP.streams, 0, `warm-up-${round}`, WARM_UP.tokenDelayMs);
    progress(`streams: ${name}, ${few} at once`);
    const before = cpu();
    const unsaturated = await read(few, rampMs(few), 'few');
    const cpuMs = (cpu() - before) / few;
    if (many === 0) return { cpuMs, readings: unsaturated, bytes: 0 };
    progress(`streams: ${name}, ${many} at once`);
    const resting = residentBytesOf(pid);
    const memory = watchMemory(pid);
    const readings = await read(many, rampMs(many), 'many');
    return { cpuMs, readings, bytes: (memory.peak() - resting) / many };
  } finally {
    await endProgram(server);
  }
}

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

function figures(ours: Measured, floor: Measured, many: number): Figure[] {
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
const cpu = (value: number) => `${value.toFixed(1)} ms`;

/** With time to spare. */
function cpuFigures({
  ours,
  onPostgres,
  keeping,
  floor,
}: Record<'ours' | 'onPostgres' | 'keeping' | 'floor', Measured>): Figure[] {
  return [
    { what: 'CPU of the bare proxy for a stream', value: cpu(floor.cpuMs) },
    { what: 'CPU of a proxy that keeps what it passes on', value: cpu(keeping.cpuMs) },
    { what: 'that, beside the bare proxy', value: times(keeping.cpuMs / floor.cpuMs) },
    { what: 'CPU of the server for a stream', value: cpu(ours.cpuMs) },
    atMost('that, beside the bare proxy', ours.cpuMs / floor.cpuMs, 1.6, times),
    { what: 'that, beside the proxy that keeps', value: times(ours.cpuMs / keeping.cpuMs) },
    { what: 'CPU of the server and of PostgreSQL for a stream', value: cpu(onPostgres.cpuMs) },
    atMost('that, beside the bare proxy (PostgreSQL)', onPostgres.cpuMs / floor.cpuMs, 2.5, times),
  ];
}
