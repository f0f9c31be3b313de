// Thousands of streams at once: models, server and readers each in processes of their own, on one machine's clock.
import { createInterface } from 'node:readline';
import { type Bench, progress } from '../bench.ts';
import { withDataFolder } from '../data-folder.ts';
import type { Figure } from '../figure.ts';
import { median } from '../median.ts';
import { endProgram, startProgram } from './started-program.ts';
import type { Readings } from './stream-readers.ts';

const TOKENS = 60;
const TOKEN_DELAY_MS = 50;
const modelServer = new URL('../../../packages/testkit/src/fake-model-server/server.ts', import.meta.url);

/** Whether 2,000 streams of 20 tokens a second come through whole and in order, how late, and in how much memory. */
export const streams: Bench = ({ quick }) =>
  withDataFolder(async (folder) => {
    const count = quick ? 200 : 2_000;
    const model = await startModel(count);
    const server = await startProgram<{ url: string }>(new URL('./stream-server.ts', import.meta.url), [], {
      CADENCE_PORT: '0',
      CADENCE_DATA_DIR: folder,
      CADENCE_LOG_LEVEL: 'warn',
      CADENCE_DEFAULT_MODEL: 'openai:m',
      CADENCE_CONCURRENCY: String(count),
      CADENCE_RUN_TIMEOUT_MS: '600000',
      CADENCE_MODEL_TIMEOUT_MS: '300000',
      OPENAI_BASE_URL: `${model.first.origin}/v1`,
      OPENAI_API_KEY: 'x',
    });
    try {
      const { url } = server.first;
      await readAll(url, 50, 0, 'warm-up');
      const before = await usageOf(url);
      progress(`streams: ${count} at once`);
      const memory = watchMemory(url);
      const readings = await readAll(url, count, rampMs(count), 'reader');
      const bytes = ((await memory.peak()) - before.bytes) / count;
      const cpuMs = (((await usageOf(url)).cpuSeconds - before.cpuSeconds) * 1_000) / count;
      return figures(readings, count, { bytes, cpuMs });
    } finally {
      await Promise.all([endProgram(server), endProgram(model)]);
    }
  });

const rampMs = (count: number) => count * 4;

async function startModel(count: number) {
  const model = await startProgram<{ origin: string }>(modelServer);
  const text = Array.from({ length: TOKENS }, (_, index) => `${index}@now`).join(' ');
  // No token is sent before all streams are open, unless the machine is very busy.
  const answer = { kind: 'reply', text, clock: true, tokenDelayMs: TOKEN_DELAY_MS };
  const behaviours = [
    ...Array.from({ length: 50 }, () => answer),
    { ...answer, delayMs: rampMs(count) * 4, repeat: true },
  ];
  const body = JSON.stringify({ queue: behaviours });
  const response = await fetch(`${model.first.origin}/control/script`, { method: 'POST', body });
  if (!response.ok) throw new Error(await response.text());
  return model;
}

async function readAll(url: string, count: number, ramp: number, name: string): Promise<Readings> {
  const program = new URL('./stream-readers.ts', import.meta.url);
  const args = [url, String(count), String(TOKENS), String(ramp), name];
  const { child } = await startProgram(program, args);
  if (!child.stdout) throw new Error('The readers have no output.');
  let last = '';
  for await (const line of createInterface(child.stdout)) last = line;
  return JSON.parse(last);
}

/** What the server has used so far, as its own metrics tell. */
async function usageOf(url: string): Promise<{ bytes: number; cpuSeconds: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  return {
    bytes: value('process_resident_memory_bytes'),
    cpuSeconds: value('process_cpu_seconds_total'),
  };
}

function watchMemory(url: string) {
  let peak = 0;
  const look = async () => {
    peak = Math.max(peak, (await usageOf(url)).bytes);
  };
  const timer = setInterval(() => look().catch(() => {}), 1_000);
  return {
    async peak() {
      clearInterval(timer);
      await look();
      return peak;
    },
  };
}

interface Usage {
  bytes: number;
  cpuMs: number;
}

function figures({ problems, delays, peak }: Readings, count: number, { bytes, cpuMs }: Usage): Figure[] {
  for (const problem of problems.slice(0, 10)) progress(`streams: ${problem}`);
  const none = { text: 'none', met: problems.length === 0 };
  const ms = (value: number | undefined) => `${Math.round(value ?? Number.NaN)} ms`;
  return [
    { what: `Streams of ${count} lost, cut or out of order`, value: String(problems.length), target: none },
    { what: 'Most streams open at once', value: String(peak) },
    { what: 'Tokens received', value: String(delays.length) },
    { what: 'Delay of a token, median', value: ms(median(delays)) },
    { what: 'Delay of a token, 99th percentile', value: ms(delays[Math.floor(delays.length * 0.99)]) },
    { what: 'CPU of the server for a stream', value: `${cpuMs.toFixed(1)} ms` },
    { what: 'Memory of the server for a stream', value: `${Math.round(bytes / 1_000)} kB` },
  ];
}
