// Ends a process whose event loop is blocked, since nothing else in it can: no request is answered, no lease renewed and
// no signal heard. A thread watches, see watchdog-thread.ts; what it costs the loop is a timer that counts.
import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { currentPlugin, currentRun, enteredPlugin } from '@cadence-agents/engine';
import type { ReadSettings } from '../../settings/read-settings.ts';
import { type OnTheLoop, onTheLoop } from './look-at-loop.ts';

export interface Watchdog {
  /** Begins: before that a long start is no fault. */
  watch(): void;
  stop(): Promise<void>;
}

/** What the thread is given. */
export interface WatchdogSetup {
  read: Pick<ReadSettings, 'settings' | 'env'>;
  /** Grows while the event loop turns; 0 until it is to be watched. */
  turns: Int32Array<SharedArrayBuffer>;
  entered: typeof enteredPlugin;
  /** How often the thread looks, and how often in vain before it ends the process. */
  tickMs: number;
  ticks: number;
  isTerminal: boolean;
}

/** Time is counted by the thread: it stands still when the whole process does, as on a laptop that sleeps. */
const TICKS = 10;

export function startWatchdog({ settings, env }: WatchdogSetup['read']): Watchdog {
  // At a breakpoint the event loop stands still too.
  if (settings.watchdogMs === 0 || debuggerUrl() !== undefined) return { watch() {}, async stop() {} };
  Reflect.set(globalThis, onTheLoop, (): OnTheLoop => ({ run: currentRun(), plugin: currentPlugin() }));
  const turns = new Int32Array(new SharedArrayBuffer(4));
  const tickMs = settings.watchdogMs / TICKS;
  const setup: WatchdogSetup = {
    read: { settings, env: { ...env } },
    turns,
    entered: enteredPlugin,
    tickMs,
    ticks: TICKS,
    isTerminal: process.stderr.isTTY === true,
  };
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData: setup });
  thread.unref();
  let count: NodeJS.Timeout | undefined;
  return {
    watch() {
      Atomics.add(turns, 0, 1);
      count ??= setInterval(() => Atomics.add(turns, 0, 1), tickMs / 2).unref();
    },
    async stop() {
      clearInterval(count);
      await thread.terminate();
    },
  };
}
