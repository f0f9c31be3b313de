// A run's events from any point on, each exactly once: those in the store first, then those that come.
import {
  isLiveText,
  type LiveText,
  noUsage,
  type RunEvent,
  type Signals,
  type Store,
} from '@cadence-agents/contracts';
import { openInbox } from '../events/inbox.ts';
import { isoNow } from '../events/iso-now.ts';
import { ShownText } from '../events/shown-text.ts';
import { inSlices } from '../events/slices.ts';

export type Followed = RunEvent | LiveText;

export interface FollowOptions {
  /** The last event already seen. */
  afterSeq?: number;
  signal?: AbortSignal;
  /** How often the store is asked when nothing comes, for events that another process commits. */
  pollMs?: number;
}

export interface LiveOptions extends FollowOptions {
  /** How far the text was seen that goes on after that event. */
  afterOffset?: number;
  /** It has begun here a moment ago: it is given the time to tell its first events itself, before the store is asked. */
  hasJustBegun?: boolean;
  /** Takes text as soon as it comes, while nothing waits to be taken before it. */
  atOnce?: TextTaker;
}

/** A promise and a turn of the queue for each token would cost as much as sending it. */
export interface TextTaker {
  /** Otherwise the text comes with the events, when they are asked for. */
  isReady: () => boolean;
  take: (text: LiveText) => void;
}

type Events = Pick<Store['events'], 'read' | 'statusOf'>;

const BATCH = 300;
/** Longer than first events wait to be stored. */
const FIRST_EVENTS_MS = 100;
/** A run that is carried out here tells by itself; it may be left to another process, but that takes a while. */
const NEAR_POLLS = 10;

/** The events as the record has them. */
export async function* followRun(
  events: Events,
  signals: Signals,
  runId: string,
  options: FollowOptions = {},
): AsyncGenerator<RunEvent> {
  for await (const told of follow(events, signals, runId, options)) if (!isLiveText(told)) yield told;
}

/** Text too, as it comes; of the block that it is stored in, only what was not seen is passed on. */
export function followLive(
  events: Events,
  signals: Signals,
  runId: string,
  options: LiveOptions = {},
): AsyncGenerator<Followed> {
  return follow(events, signals, runId, options, new ShownText(options.afterOffset ?? 0));
}

async function* follow(
  events: Events,
  signals: Signals,
  runId: string,
  { afterSeq = 0, signal, pollMs = 1000, hasJustBegun = false, atOnce }: LiveOptions,
  text?: ShownText,
): AsyncGenerator<Followed> {
  let seen = afterSeq;
  // Somebody who comes back may have seen all of it.
  let mayBeOver = afterSeq > 0;
  let isOver = false;
  let skipsStore = hasJustBegun && afterSeq === 0;
  const takeAtOnce = (live: LiveText) => {
    // Events before it were lost on the way: the loop below reads them first.
    if (!text || !atOnce || live.after > seen || !atOnce.isReady()) return false;
    const fresh = text.nextLive(live);
    if (fresh) atOnce.take(fresh);
    return true;
  };
  const inbox = openInbox(signals, runId, { signal, wantsText: text !== undefined, takeAtOnce });
  try {
    while (!signal?.aborted) {
      const farPollMs = skipsStore ? FIRST_EVENTS_MS : pollMs;
      const stored = skipsStore ? [] : await events.read(runId, seen, BATCH);
      skipsStore = false;
      for await (const event of inSlices(stored)) {
        seen = event.seq;
        yield text?.next(event) ?? event;
      }
      const last = stored.at(-1);
      if (last && isLast(last)) return;
      if (stored.length === BATCH) continue;
      if (stored.length === 0 && isOver) return;
      if (stored.length === 0 && mayBeOver) {
        const status = await events.statusOf(runId);
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
        if (!next) {
          if (await inbox.more(inbox.isNear() ? pollMs * NEAR_POLLS : farPollMs)) continue;
          break;
        }
        if (isLiveText(next)) {
          const fresh = text?.nextLive(next);
          if (fresh) yield fresh;
          // Events before it were lost on the way, and the store has them.
          if (next.after > seen) break;
          continue;
        }
        if (next.seq > seen + 1) break;
        if (next.seq <= seen) continue;
        seen = next.seq;
        yield text?.next(next) ?? next;
        if (isLast(next)) return;
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
