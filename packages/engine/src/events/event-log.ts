// The events of a stored run on their way to the store: numbered as they happen, appended in batches, shown to
// listeners once they are committed. A step's events can also be taken out to be committed with its checkpoint.
import type { RunEvent, RunEventType } from '@cadence/contracts';
import type { EmitEvent, EventSink, EventStream } from './event-stream.ts';
import { createReplayFilter } from './replay-filter.ts';

export interface EventLogSetup {
  runId: string;
  /** Seq of the last event in the store. */
  lastSeq: number;
  /** What the store has since the last checkpoint: an attempt that did not live to commit its step. */
  uncommitted?: readonly RunEvent[];
  append: (events: RunEvent[]) => Promise<void>;
  onCommitted: EventSink;
  /** The store refused; the run cannot go on here. */
  onFailure: (error: unknown) => void;
  /** Least time between two appends, so that a stream of tokens costs few commits. */
  spacingMs?: number;
}

export interface EventLog extends EventStream {
  /**
   * Waits for appends under way and hands the rest to `commit`, which stores them along with something else; what it
   * leaves in the list is shown to listeners. What `tell` emits is stored with that and with nothing before it.
   */
  commitWith<T>(commit: (events: RunEvent[]) => Promise<T>, tell?: () => void): Promise<T>;
  /** Appends what is left. */
  flush(): Promise<void>;
}

export function createEventLog(setup: EventLogSetup): EventLog {
  const spacingMs = setup.spacingMs ?? 20;
  const isRepeat = createReplayFilter(setup.uncommitted ?? []);
  let seq = setup.lastSeq;
  let buffer: RunEvent[] = [];
  let underWay: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let due = 0;
  let lastText = 0;

  const commitWith = <T>(commit: (events: RunEvent[]) => Promise<T>, tell?: () => void): Promise<T> => {
    clearTimeout(timer);
    timer = undefined;
    const done = underWay.then(async () => {
      tell?.();
      const taken = buffer;
      buffer = [];
      try {
        const result = await commit(taken);
        taken.forEach(setup.onCommitted);
        return result;
      } catch (error) {
        buffer = [...taken, ...buffer];
        throw error;
      }
    });
    underWay = done.catch(() => {});
    return done;
  };
  const flush = () => (buffer.length === 0 ? underWay.then(() => {}) : commitWith(setup.append));

  /** Text is shown at once, then at intervals; anything else can wait for the step to be committed. */
  const schedule = (type: RunEventType) => {
    const now = Date.now();
    const at = type === 'on_chat_model_stream' ? Math.max(now, lastText + spacingMs) : now + spacingMs;
    if (timer && due <= at) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(() => {
      lastText = Date.now();
      flush().catch(setup.onFailure);
    }, at - now);
  };

  return {
    for(node): EmitEvent {
      return (type, data) => {
        const repeat = isRepeat(node, type, data);
        if (repeat === 'repeat') return;
        const time = new Date().toISOString();
        const { runId } = setup;
        if (repeat === 'restart') {
          buffer.push({
            seq: ++seq,
            runId,
            time,
            node,
            type: 'on_custom_event',
            data: { status: 'answer_restarted' },
          });
        }
        buffer.push({ seq: ++seq, runId, time, node, type, data } as RunEvent);
        schedule(type);
      };
    },
    commitWith,
    flush,
  };
}
