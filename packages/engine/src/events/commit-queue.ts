// What a stored run has to tell and to keep, waiting for a commit: all that waits is stored together, in one
// transaction, and events are shown once they are stored.
import type { RunEvent, StagedWrite } from '@cadence/contracts';
import type { EventSink } from './event-stream.ts';

export type Commit<T> = (events: RunEvent[], staged: StagedWrite[]) => Promise<T>;

export interface CommitQueueSetup {
  append: Commit<void>;
  onCommitted: EventSink;
  /** The store refused; the run cannot go on here. */
  onFailure: (error: unknown) => void;
}

export interface CommitQueue {
  push(event: RunEvent): void;
  stage(write: StagedWrite): void;
  /** What is staged and not on its way to the store. */
  staged(): readonly StagedWrite[];
  /**
   * Waits for commits under way and hands what waits to `commit`, which stores it along with something else; the events
   * that it leaves in the list are shown. What `tell` emits is stored with that and with nothing before it.
   */
  commitWith<T>(commit: Commit<T>, tell?: () => void): Promise<T>;
  /** Commits what waits, at that time or sooner. */
  commitAt(time: number): void;
  /** Commits what waits, now. */
  flush(): Promise<void>;
  /** Resolves when no commit is under way, however it ended. */
  settled(): Promise<unknown>;
}

export function createCommitQueue({ append, onCommitted, onFailure }: CommitQueueSetup): CommitQueue {
  let events: RunEvent[] = [];
  let staged: StagedWrite[] = [];
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
      const taken = { events, staged };
      events = [];
      staged = [];
      try {
        const result = await commit(taken.events, taken.staged);
        taken.events.forEach(onCommitted);
        return result;
      } catch (error) {
        events = [...taken.events, ...events];
        staged = [...taken.staged, ...staged];
        // What was to be stored with something else must not be stored without it.
        stopTimer();
        throw error;
      }
    });
    underWay = done.catch(() => {});
    return done;
  };
  const flush = () => (events.length + staged.length === 0 ? underWay.then(() => {}) : commitWith(append));

  return {
    push: (event) => void events.push(event),
    stage: (write) => void staged.push(write),
    staged: () => staged,
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
  const delay = time - Date.now();
  if (delay > 0) {
    const timer = setTimeout(call, delay);
    return () => clearTimeout(timer);
  }
  const immediate = setImmediate(call);
  return () => clearImmediate(immediate);
}
