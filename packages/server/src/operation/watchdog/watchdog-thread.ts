// The thread that watches the event loop of the main one. While all is well it counts, and has nothing else loaded.
import { workerData } from 'node:worker_threads';
import type { Report } from './report-blocked.ts';
import type { WatchdogSetup } from './watchdog.ts';

const setup: WatchdogSetup = workerData;
const { turns, tickMs, ticks } = setup;
/** So many ticks without a turn are no accident. */
const NOTICED = 2;

let seen = 0;
let missed = 0;
let report: Promise<Report> | undefined;

setInterval(() => {
  const now = Atomics.load(turns, 0);
  if (now === seen && seen !== 0) return standsStill();
  seen = now;
  const blockedMs = missed * tickMs;
  missed = 0;
  void report?.then((opened) => opened.goesOn(blockedMs));
  report = undefined;
}, tickMs);

function standsStill(): void {
  missed += 1;
  if (missed === NOTICED) report = openReport();
  if (missed === ticks) void end();
}

async function openReport(): Promise<Report> {
  const { reportBlocked } = await import('./report-blocked.ts');
  return reportBlocked(setup, missed * tickMs);
}

/** Whatever becomes of the report: a process that is left as it is would be of no use to anybody. */
async function end(): Promise<void> {
  setTimeout(kill, tickMs);
  try {
    (await report)?.ends(missed * tickMs);
  } finally {
    kill();
  }
}

// Every other signal is handled by the event loop, so not at all.
const kill = () => process.kill(process.pid, 'SIGKILL');
