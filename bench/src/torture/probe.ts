// Loaded into a server before its own code: measures from inside how late its event loop is and what it keeps in
// memory, and ends the process with the one that started it.
import { readFileSync } from 'node:fs';
import { type ProbeFigures, type ProbeOrder, sizeOf } from './figures.ts';

const TICK_MS = 10;
const REPORT_MS = 2_000;
const COLLECT_EVERY = 5;

let delays: number[] = [];
let last = performance.now();
let lastQueued = queuedMs();
let paused = false;
let reports = 0;

setInterval(() => {
  const now = performance.now();
  const queued = queuedMs();
  const size = sizeOf(Math.max(0, now - last - TICK_MS - (queued - lastQueued)));
  last = now;
  lastQueued = queued;
  if (!paused) delays[size] = (delays[size] ?? 0) + 1;
}, TICK_MS).unref();

setInterval(() => {
  if (paused) return;
  // What a full collection leaves is what is really kept.
  const collected = reports++ % COLLECT_EVERY === 0;
  if (collected) globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  tell({ delays: Array.from(delays, (count) => count ?? 0), ...(collected && { heapUsed, rss }) });
  delays = [];
  last = performance.now();
}, REPORT_MS).unref();

/** How long this thread was ready to run and had no processor: what others do to the machine is not its delay. */
function queuedMs(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

function tell(figures: ProbeFigures | 'paused'): void {
  process.send?.(figures, () => {});
}

process.on('message', (order: ProbeOrder) => {
  // A process that is stopped by a signal is late through no fault of its own.
  paused = order === 'pause';
  last = performance.now();
  if (paused) tell('paused');
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.channel?.unref();
