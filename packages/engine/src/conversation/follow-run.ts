// A run's events from any point on, each exactly once: those in the store first, then those that come.
import { noUsage, type RunEvent, type Signals, type Store } from '@cadence/contracts';
import { openInbox } from '../events/inbox.ts';
import { isoNow } from '../events/iso-now.ts';
import { inSlices } from '../events/slices.ts';

export interface FollowOptions {
  /** The last event already seen. */
  afterSeq?: number;
  signal?: AbortSignal;
  /** How often the store is asked when nothing comes, for events that another process commits. */
  pollMs?: number;
}

const BATCH = 300;
/** A run that is carried out here tells by itself; it may be left to another process, but that takes a while. */
const NEAR_POLLS = 10;

export async function* followRun(
  store: Store,
  signals: Signals,
  runId: string,
  { afterSeq = 0, signal, pollMs = 1000 }: FollowOptions = {},
): AsyncGenerator<RunEvent> {
  let seen = afterSeq;
  // Somebody who comes back may have seen all of it.
  let mayBeOver = afterSeq > 0;
  let isOver = false;
  const inbox = openInbox(signals, runId, signal);
  try {
    while (!signal?.aborted) {
      const stored = await store.events.read(runId, seen, BATCH);
      for await (const event of inSlices(stored)) {
        seen = event.seq;
        yield event;
      }
      const last = stored.at(-1);
      if (last && isLast(last)) return;
      if (stored.length === BATCH) continue;
      if (stored.length === 0 && isOver) return;
      if (stored.length === 0 && mayBeOver) {
        const status = await store.events.statusOf(runId);
        if (status === undefined) {
          yield goneEvent(runId, seen + 1);
          return;
        }
        // It goes on once a person has answered. What it told last may have been stored since the events were read.
        isOver = status !== 'queued' && status !== 'running' && status !== 'awaiting_human';
        if (isOver) continue;
      }
      mayBeOver = true;
      for (;;) {
        const next = inbox.take();
        if (next && next.seq > seen + 1) break;
        if (next && next.seq === seen + 1) {
          seen = next.seq;
          yield next;
          if (isLast(next)) return;
        } else if (!next && !(await inbox.more(inbox.isNear() ? pollMs * NEAR_POLLS : pollMs))) break;
      }
    }
  } finally {
    inbox.close();
  }
}

/** What a reader is told last of a run that was deleted with its conversation. */
function goneEvent(runId: string, seq: number): RunEvent {
  const data = { status: 'cancelled', answer: 'The conversation was deleted.', usage: noUsage } as const;
  return { seq, runId, time: isoNow(), node: null, type: 'on_run_end', data };
}

/** Whether nothing can follow this event in its run, unless a person answers. */
export const isLast = (event: RunEvent): boolean => event.type === 'on_run_end';
