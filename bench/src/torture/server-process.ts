// One process of Cadence as an operator starts it, and what is done to it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { settlesWithin } from '@cadence-agents/contracts';
import type { Evidence } from './evidence.ts';
import type { MemorySample, ProbeFigures, ProbeOrder } from './figures.ts';

const bin = join(import.meta.dirname, '../../../packages/cli/bin/cadence.js');
const probe = join(import.meta.dirname, 'probe.ts');
const DRAINED_MS = 30_000;

export interface ServerSetup {
  name: string;
  command: 'serve' | 'worker';
  /** Whether one that serves leaves the runs to others. */
  onlyServes?: boolean;
  env: Record<string, string>;
  /** Of logs and clocks. */
  folder: string;
  /** The library that shifts a process's clock, if there is one. */
  clockLibrary: string | undefined;
  evidence: Evidence;
}

/** Between its start and its end, however that comes. */
interface Life {
  child: ChildProcess;
  began: number;
  url: string | undefined;
  told: boolean;
  ended: Promise<number | string | null>;
}

export class ServerProcess {
  readonly name: string;
  readonly #setup: ServerSetup;
  readonly #clock: string;
  #life: Life | undefined;
  #busy: Promise<void> = Promise.resolve();
  /** How late its event loop was, by size, over all its lives. */
  readonly delays: number[] = [];
  /** What it kept in memory, life by life. */
  readonly memory: MemorySample[][] = [];

  constructor(setup: ServerSetup) {
    this.name = setup.name;
    this.#setup = setup;
    this.#clock = join(setup.folder, `${setup.name}.clock`);
    writeFileSync(this.#clock, '+0');
  }

  /** Where it listens, unless it is down, about to be, or only works. */
  get url(): string | undefined {
    return this.#life && !this.#life.told ? this.#life.url : undefined;
  }

  /** Whether the process that listened at this address was told to stop, or is no more. */
  wasTold(url: string): boolean {
    return this.#life?.url !== url || this.#life.told;
  }

  /** Starts it as often as that takes: it refuses while its database is away. */
  async start(): Promise<void> {
    for (;;) {
      const life = await this.#spawn();
      if (life) return;
      this.#setup.evidence.count('starts refused');
      await sleep(500);
    }
  }

  async #spawn(): Promise<Life | undefined> {
    const { name, command, onlyServes = false, env, folder, clockLibrary, evidence } = this.#setup;
    const log = await open(join(folder, `${name}.log`), 'a');
    const args = ['--expose-gc', '--import', probe, bin, command, ...(onlyServes ? ['--no-worker'] : [])];
    const child = spawn(process.execPath, command === 'serve' ? [...args, '--port', '0'] : args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', log.fd, 'ipc'],
      env: {
        ...env,
        ...(clockLibrary !== undefined && {
          LD_PRELOAD: clockLibrary,
          FAKETIME_TIMESTAMP_FILE: this.#clock,
          FAKETIME_CACHE_DURATION: '1',
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
        }),
      },
    });
    await log.close();
    const samples: MemorySample[] = [];
    this.memory.push(samples);
    const began = performance.now();
    child.on('message', (figures: ProbeFigures | 'paused') => {
      if (figures === 'paused') return;
      for (const [size, count] of figures.delays.entries())
        this.delays[size] = (this.delays[size] ?? 0) + count;
      const { heapUsed, rss } = figures;
      if (heapUsed !== undefined && rss !== undefined)
        samples.push({ at: performance.now() - began, heapUsed, rss });
    });
    const ended = once(child, 'exit').then(
      ([code, signal]: (number | string | null)[]) => code ?? signal ?? null,
    );
    const life: Life = { child, began, url: undefined, told: false, ended };
    this.#life = life;
    const ready = await readiness(child, ended);
    if (ready === undefined) return undefined;
    life.url = ready.url;
    ended.then((code) => {
      if (!life.told) evidence.problem('fault', `${name} ended by itself with ${code}`);
    });
    return life;
  }

  /** Killed, and started again after a while. */
  crash(downMs: number): Promise<void> {
    return this.#alone(async () => {
      await this.kill();
      await sleep(downMs);
      await this.start();
    });
  }

  /** Told to stop, as by an operator, and started again. */
  restart(downMs: number): Promise<void> {
    return this.#alone(async () => {
      await this.terminate();
      await sleep(downMs);
      await this.start();
    });
  }

  /** Stopped as by a machine that sleeps. */
  freeze(ms: number): Promise<void> {
    return this.#alone(() => this.#freeze(ms));
  }

  /** One thing is done to it at a time. */
  #alone(work: () => Promise<void>): Promise<void> {
    const done = this.#busy.then(work);
    this.#busy = done.catch(() => {});
    return done;
  }

  /** Ends it for good. */
  async kill(): Promise<void> {
    const life = this.#life;
    if (!life) return;
    life.told = true;
    life.child.kill('SIGKILL');
    await life.ended;
  }

  async terminate(): Promise<void> {
    const life = this.#life;
    if (!life) return;
    life.told = true;
    life.child.kill('SIGTERM');
    if (!(await settlesWithin(DRAINED_MS, life.ended))) {
      this.#setup.evidence.problem('fault', `${this.name} did not end on SIGTERM`);
      life.child.kill('SIGKILL');
    }
    const code = await life.ended;
    if (code !== 0) this.#setup.evidence.problem('fault', `${this.name} ended on SIGTERM with ${code}`);
  }

  async #freeze(ms: number): Promise<void> {
    const life = this.#life;
    if (!life || life.told) return;
    const order = (what: ProbeOrder) => life.child.connected && life.child.send(what, () => {});
    order('pause');
    await settlesWithin(2_000, Promise.race([once(life.child, 'message'), life.ended]));
    life.child.kill('SIGSTOP');
    await sleep(ms);
    life.child.kill('SIGCONT');
    await sleep(100);
    order('go');
  }

  /** Its clock jumps, within a second, to so many seconds from the right time. */
  shiftClock(seconds: number): void {
    writeFileSync(this.#clock, seconds < 0 ? String(seconds) : `+${seconds}`);
  }
}

/** What it says when it is ready; `undefined` when it ended instead. */
async function readiness(
  { stdout }: ChildProcess,
  ended: Promise<unknown>,
): Promise<{ url: string | undefined } | undefined> {
  if (!stdout) return undefined;
  const { promise, resolve } = Promise.withResolvers<{ url: string | undefined } | undefined>();
  createInterface(stdout).on('line', (line) => {
    const url = /listens on (\S+)/.exec(line)?.[1];
    if (url !== undefined || line.startsWith('Carrying out runs')) resolve({ url });
  });
  ended.then(() => resolve(undefined));
  return promise;
}
