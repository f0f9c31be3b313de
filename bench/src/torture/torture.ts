// Mixed load on real processes that are killed, stopped, cut off and lied to, and what must hold all the same.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { settlesWithin } from '@cadence-agents/contracts';
import { openStore } from '@cadence-agents/storage';
import { randomBehaviour, startDecidingModelServer } from '@cadence-agents/testkit';
import { checkStore } from './check-store.ts';
import { runClient } from './clients.ts';
import { type DatabaseName, databases } from './database.ts';
import { Evidence } from './evidence.ts';
import { delayAt, growthText, isFlat, memoryTrend } from './figures.ts';
import { answerAll } from './hand-offs.ts';
import type { TortureReport } from './report.ts';
import { randomFor } from './seed.ts';
import { ServerProcess } from './server-process.ts';
import { LEASE_MS, torment } from './torments.ts';
import { ask, type Torment, type Trial } from './trial.ts';
import { workflows } from './workflows.ts';

export interface TortureOptions {
  minutes: number;
  seed: number;
  database: DatabaseName;
  clients: number;
  without: readonly Torment[];
  /** Told every few seconds. */
  onProgress?: (line: string) => void;
  /** Ends it early. */
  signal?: AbortSignal;
}

const PROGRESS_MS = 5_000;
/** How long clients and runs may take to come to an end once they are left in peace. */
const PEACE_MS = 120_000;
const RUN_TIMEOUT_MS = 20_000;
const WORST_DELAY_MS = 200;

export async function torture(options: TortureOptions): Promise<TortureReport> {
  const { seed, minutes } = options;
  const folder = await mkdtemp(join(tmpdir(), 'cadence-torture-'));
  const evidence = new Evidence();
  const database = await databases[options.database](folder);
  const model = await startDecidingModelServer({
    decide: hostileModel(seed),
    onProblem: (problem) => evidence.problem('fault', `a request that a model refuses: ${problem}`),
  });
  const over = new AbortController();
  const clockLibrary = clockLibraries.find((path) => existsSync(path));
  const effects = join(folder, 'effects');
  await writeFile(effects, '');
  const env = { ...environment(model.url, effects), ...database.env };
  const setup = { env, folder, clockLibrary, evidence };
  const mortals = [
    new ServerProcess({ ...setup, name: 'server', command: 'serve' }),
    new ServerProcess({ ...setup, name: 'worker', command: database.bus ? 'serve' : 'worker' }),
  ];
  // Where there is a bus, it has readers of runs that are all carried out elsewhere.
  const onlyServes = database.bus !== undefined;
  const elder = new ServerProcess({ ...setup, name: 'elder', command: 'serve', onlyServes });
  const servers = [...mortals, elder];
  const trial: Trial = {
    seed,
    minutes,
    mortals,
    elder,
    servers,
    database,
    without: new Set([...options.without, ...(clockLibrary === undefined ? (['clock'] as const) : [])]),
    evidence,
    patienceMs: 15_000,
    over: over.signal,
  };
  try {
    await elder.start();
    await Promise.all(mortals.map((server) => server.start()));
    await putWorkflows(trial);
    await load(trial, options, over);
    const store = await openStore(database.storage);
    await checkStore(store, evidence, (await readFile(effects, 'utf8')).split('\n').filter(Boolean));
    await store.close();
    await Promise.all(servers.map((server) => server.terminate()));
    return judge(trial, options, folder);
  } finally {
    over.abort();
    await Promise.all(servers.map((server) => server.kill()));
    await model.close();
    const isWell = evidence.problems.length === 0;
    await database.close(isWell ? undefined : folder);
    if (isWell) await rm(folder, { recursive: true, force: true });
  }
}

/** Decides by what is asked and how often it was, so that the same seed gives the same whatever comes in between. */
function hostileModel(seed: number) {
  const times = new Map<string, number>();
  return (request: Parameters<typeof randomBehaviour>[0]) => {
    const asked = JSON.stringify(request.messages.map(({ role, content }) => [role, content]));
    const key = asked.slice(-2_000);
    const time = times.get(key) ?? 0;
    times.set(key, time + 1);
    if (times.size > 10_000) times.clear();
    return randomBehaviour(request, randomFor(seed, 'model', key, time));
  };
}

const clockLibraries = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
);

function environment(modelUrl: string, effects: string): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return {
    PATH,
    HOME,
    TORTURE_EFFECTS: effects,
    OPENAI_BASE_URL: modelUrl,
    OPENAI_API_KEY: 'x',
    CADENCE_DEFAULT_MODEL: 'openai:hostile',
    CADENCE_PLUGINS_DIR: join(import.meta.dirname, 'plugins'),
    CADENCE_MODEL_TIMEOUT_MS: '3000',
    CADENCE_RUN_TIMEOUT_MS: String(RUN_TIMEOUT_MS),
    CADENCE_LEASE_MS: String(LEASE_MS),
    CADENCE_DRAIN_MS: '3000',
    CADENCE_LOG_LEVEL: 'warn',
    // Full soon: what fills up is not told from what leaks before.
    CADENCE_STATE_CACHE_MB: '4',
    CADENCE_RATE_LIMIT_PER_KEY: '0',
    CADENCE_RATE_LIMIT_PER_USER: '0',
    CADENCE_RATE_LIMIT_PER_ADDRESS: '0',
  };
}

async function putWorkflows(trial: Trial): Promise<void> {
  for (const definition of workflows) {
    const { response } = await ask(trial, `/api/v1/workflows/${definition.id}`, {
      method: 'PUT',
      body: definition,
    });
    if (!response.ok) throw new Error(`"${definition.id}" is refused: ${await response.text()}`);
  }
}

/** Clients and torments until the time is up, then peace until everything has come to an end. */
async function load(trial: Trial, options: TortureOptions, over: AbortController): Promise<void> {
  const { evidence } = trial;
  const time = AbortSignal.timeout(trial.minutes * 60_000);
  const up = options.signal ? AbortSignal.any([time, options.signal]) : time;
  const peace = new AbortController();
  const progress = setInterval(() => options.onProgress?.(progressLine(evidence)), PROGRESS_MS);
  const names = Array.from({ length: options.clients }, (_, index) => `client${index + 1}`);
  const clients = Promise.all(names.map((name) => runClient(trial, name, up)));
  const people = answerAll(trial, peace.signal).catch(() => {});
  await torment(trial, up);
  const began = performance.now();
  if (!(await settlesWithin(PEACE_MS, clients))) over.abort();
  await clients;
  while (!over.signal.aborted && performance.now() - began < PEACE_MS && (await hasOpenRuns(trial)))
    await sleep(500);
  peace.abort();
  await people;
  clearInterval(progress);
  evidence.count('seconds until all had ended', Math.round((performance.now() - began) / 1000));
}

async function hasOpenRuns(trial: Trial): Promise<boolean> {
  for (const status of ['queued', 'running', 'awaiting_human']) {
    const { response } = await ask(trial, `/api/v1/runs?status=${status}&limit=1`);
    const { items } = JSON.parse(await response.text());
    if (items.length > 0) return true;
  }
  return false;
}

function progressLine(evidence: Evidence): string {
  const torments = Object.entries(evidence.counts).flatMap(([what, count]) =>
    what.startsWith('torment: ') ? [`${what.slice(9)} ${count}`] : [],
  );
  return [
    `${Math.round(evidence.seconds)} s`,
    `${evidence.counted('messages acknowledged')} messages`,
    `${evidence.counted('events read')} events`,
    torments.join(', '),
    `${evidence.problems.length} problems`,
  ].join(' · ');
}

const clockHint = (kind: Torment, asked: readonly Torment[]) =>
  kind === 'clock' && !asked.includes(kind) ? ', as libfaketime is not installed' : '';

function judge(
  trial: Trial,
  { seed, minutes, database, without }: TortureOptions,
  folder: string,
): TortureReport {
  const { evidence, servers, elder } = trial;
  const delays: number[] = [];
  for (const server of servers)
    for (const [size, count] of server.delays.entries()) delays[size] = (delays[size] ?? 0) + (count ?? 0);
  const counts = Array.from(delays, (count) => count ?? 0);
  const p99 = delayAt(0.99, counts);
  if (p99 > WORST_DELAY_MS) evidence.problem('delay', `p99 is ${Math.round(p99)} ms`);
  const trends = elder.memory.flatMap((samples) => memoryTrend(samples) ?? []);
  for (const trend of trends)
    if (!isFlat(trend))
      evidence.problem('memory', `${growthText(trend.heap)} in ${trend.minutes.toFixed(1)} minutes`);
  return {
    seed,
    minutes,
    database,
    delays: { p50: delayAt(0.5, counts), p99, most: delayAt(1, counts) },
    memory: trends,
    omitted: [
      ...trial.database.omitted,
      ...[...trial.without].map((kind) => `${kind}${clockHint(kind, without)}`),
      ...(trends.length > 0 ? [] : ['memory, as no process lived long enough']),
    ],
    counts: evidence.counts,
    problems: evidence.problems,
    broken: evidence.broken,
    folder: evidence.problems.length > 0 ? folder : undefined,
  };
}
