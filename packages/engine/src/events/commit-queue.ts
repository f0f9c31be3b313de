// What a stored run has to tell and to keep, waiting for a commit: all that waits is stored together, in one
// transaction, and events are shown once they are stored.
import type { CallRecord, RecordedEntry, RunCommit, RunEvent, RunStep } from '@cadence-agents/contracts';
import { now } from '../machine.ts';
import type { EventSink } from './emitter.ts';

/** What waits, in the order in which it came. */
export interface Pending extends Required<RunCommit> {
  events: RunEvent[];
  steps: RunStep[];
  calls: CallRecord[];
  recorded: RecordedEntry[];
}

const nothing = (): Pending => ({ events: [], steps: [], calls: [], recorded: [] });

export type Commit<T> = (pending: Pending) => Promise<T>;

export interface CommitQueueSetup {
  commit: Commit<void>;
  onCommitted: EventSink;
  /** The store refused; the run cannot go on here. */
  onFailure: (error: unknown) => void;
  /** Adds to what waits what was held back so far. */
  collect: () => void;
}

export interface CommitQueue {
  /** What waits and is not on its way to the store; add to it what is to be stored. */
  pending(): Pending;
  /**
   * Waits for commits under way and hands what waits to `commit`, which stores it along with something else; the events
   * that it leaves in the list are shown. What `tell` emits is stored with that and with nothing before it.
   */
  commitWith<T>(commit: Commit<T>, tell?: () => void): Promise<T>;
  /** Commits what waits, at that time or sooner. */
  commitAt(time: number): void;
  /** Commits what waits, now; one that waits for its turn takes all that has come until then. */
  flush(): Promise<void>;
  /** Resolves when no commit is under way, however it ended. */
  settled(): Promise<unknown>;
}

export function createCommitQueue(setup: CommitQueueSetup): CommitQueue {
  const { onCommitted, onFailure, collect } = setup;
  let pending = nothing();
  let underWay: Promise<unknown> = Promise.resolve();
  let cancelDue: (() => void) | undefined;
  let due = 0;

  const stopTimer = () => {
    cancelDue?.();
    cancelDue = undefined;
  };
  const commitWith = <T>(commit: Commit<T>, tell?: () => void): Promise<T> => {
    stopTimer();
    const done = underWay.then(async () => {
      tell?.();
      collect();
      const taken = pending;
      pending = nothing();
      try {
        const result = await commit(taken);
        taken.events.forEach(onCommitted);
        return result;
      } catch (error) {
        pending = {
          events: [...taken.events, ...pending.events],
          steps: [...taken.steps, ...pending.steps],
          calls: [...taken.calls, ...pending.calls],
          recorded: [...taken.recorded, ...pending.recorded],
        };
        // What was to be stored with something else must not be stored without it.
        stopTimer();
        throw error;
      }
    });
    underWay = done.catch(() => {});
    return done;
  };
  const isEmpty = ({ events, steps, calls, recorded }: Pending) =>
    events.length + steps.length + calls.length + recorded.length === 0;
  // Each commit is a transaction: without this a slow store would be asked for one by every piece of text that comes.
  let nextFlush: Promise<void> | undefined;
  const flush = () => {
    if (nextFlush) return nextFlush;
    collect();
    if (isEmpty(pending)) return underWay.then(() => {});
    nextFlush = commitWith(async (taken) => {
      nextFlush = undefined;
      // What was committed with something else in between may have been all.
      if (!isEmpty(taken)) await setup.commit(taken);
    });
    return nextFlush;
  };

  return {
    pending: () => pending,
    commitWith,
    commitAt(time) {
      if (cancelDue && due <= time) return;
      stopTimer();
      due = time;
      cancelDue = callAt(time, () => flush().catch(onFailure));
    },
    flush,
    settled: () => underWay,
  };
}

/** What is due is done in this turn of the event loop, when all that belongs to it has come; a timer takes 1 ms more. */
function callAt(time: number, call: () => void): () => void {
  const delay = time - now();
  if (delay > 0) {
    const timer = setTimeout(call, delay);
    return () => clearTimeout(timer);
  }
  const immediate = setImmediate(call);
  return () => clearImmediate(immediate);
}
