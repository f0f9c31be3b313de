// What is told of an event loop that stands still: where it is, in the log, and whose work it is, in the store. Should
// the process not live on, be it ended from here, by an impatient supervisor or for want of memory, the run has a strike,
// and is not tried for ever.
import type { Store } from '@cadence-agents/contracts';
import { openStorage } from '../../open-storage.ts';
import { createLogger } from '../create-logger.ts';
import { humanLines } from '../human-lines.ts';
import { logSink } from '../log-sink.ts';
import { type Blocking, lookAtLoop } from './look-at-loop.ts';
import type { WatchdogSetup } from './watchdog.ts';

export interface Report {
  /** It was only slow: nothing is held against the run. */
  goesOn(ms: number): Promise<void>;
  ends(ms: number): void;
}

const STANDARD_ERROR = 2;

export async function reportBlocked(setup: WatchdogSetup, ms: number): Promise<Report> {
  const { read, tickMs, ticks, isTerminal } = setup;
  const sink = logSink(STANDARD_ERROR);
  const log = createLogger(read, isTerminal ? humanLines(sink) : sink);
  const { at, run, plugin } = (await lookAtLoop((tickMs * ticks) / 2)) ?? uninterrupted(setup);
  const whose = { ...(run !== undefined && { runId: run }), ...(plugin !== undefined && { plugin }) };
  log.warn({ ms, ...whose, at }, 'the event loop is blocked');
  sink.flush();
  const strike = async (count: 1 | -1) => {
    if (run === undefined) return;
    try {
      await inStore(setup, (store) => store.runs.addStrikes(run, count));
    } catch (error) {
      log.error({ ...whose, err: error }, 'the store could not be told which run blocks the event loop');
    }
    sink.flush();
  };
  await strike(1);
  return {
    async goesOn(afterMs) {
      log.warn({ ms: afterMs, ...whose }, 'the event loop goes on');
      await strike(-1);
      sink.flush();
    },
    ends(afterMs) {
      log.error({ ms: afterMs, ...whose }, 'the process ends: its event loop was blocked for too long');
      sink.flushLast();
    },
  };
}

async function inStore({ read }: WatchdogSetup, work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openStorage(read.settings, { env: read.env });
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

/** What is known of a main thread that cannot be asked. */
function uninterrupted({ entered }: WatchdogSetup): Blocking {
  const text = Buffer.from(entered);
  const [run = '', plugin = ''] = text.toString('latin1', 1, 1 + (text[0] ?? 0)).split(' ');
  const at = ['a call that cannot be interrupted'];
  return { at, ...(run && { run }), ...(plugin && { plugin }) };
}
