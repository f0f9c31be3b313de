// What a stored run has to tell and to keep, on its way to the store: events, numbered as they happen, and writes that
// were staged. All that waits is committed together; events are shown to listeners once they are committed.
import type { RunEvent, RunEventType, StagedWrite } from '@cadence/contracts';
import type { EmitEvent, EventSink, EventStream } from './event-stream.ts';
import { createReplayFilter } from './replay-filter.ts';

type Commit<T> = (events: RunEvent[], staged: StagedWrite[]) => Promise<T>;

export interface EventLogSetup {
  runId: string;
  /** Seq of the last event in the store. */
  lastSeq: number;
  /** What the store has since the last checkpoint: an attempt that did not live to commit its step. */
  uncommitted?: readonly RunEvent[];
  append: Commit<void>;
  onCommitted: EventSink;
  /** The store refused; the run cannot go on here. */
  onFailure: (error: unknown) => void;
  /** Longest time that anything waits for a commit, and least time between two, so that a stream of tokens costs few. */
  spacingMs?: number;
}

export interface EventLog extends EventStream {
  /**
   * Waits for commits under way and hands what waits to `commit`, which stores it along with something else. What
   * `tell` emits is stored with that and with nothing before it.
   */
  commitWith<T>(commit: Commit<T>, tell?: () => void): Promise<T>;
  /** A step can wait for the next commit, as nobody has seen anything of it; with a tool's result in it, it cannot. */
  stageStep(step: StagedWrite): Promise<void>;
  /** A tool's result waits for its step at most, and is stored with what `tell` emits. */
  stageResult(result: StagedWrite, tell: () => void): void;
  /** Resolves when every step so far is stored: to be awaited before anything takes effect outside. */
  stepsStored(): Promise<void>;
  /** Commits what is left. */
  flush(): Promise<void>;
}

export function createEventLog(setup: EventLogSetup): EventLog {
  const spacingMs = setup.spacingMs ?? 20;
  const isRepeat = createReplayFilter(setup.uncommitted ?? []);
  let seq = setup.lastSeq;
  let buffer: RunEvent[] = [];
  let staged: StagedWrite[] = [];
  let underWay: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let due = 0;
  let lastText = 0;

  const commitWith = <T>(commit: Commit<T>, tell?: () => void): Promise<T> => {
    clearTimeout(timer);
    timer = undefined;
    const done = underWay.then(async () => {
      tell?.();
      const [events, writes] = [buffer, staged];
      buffer = [];
      staged = [];
      try {
        const result = await commit(events, writes);
        events.forEach(setup.onCommitted);
        return result;
      } catch (error) {
        buffer = [...events, ...buffer];
        staged = [...writes, ...staged];
        throw error;
      }
    });
    underWay = done.catch(() => {});
    return done;
  };
  const flush = () =>
    buffer.length + staged.length === 0 ? underWay.then(() => {}) : commitWith(setup.append);

  const commitAt = (at: number) => {
    if (timer && due <= at) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(() => {
      lastText = Date.now();
      flush().catch(setup.onFailure);
    }, at - Date.now());
  };
  /** Text is shown at once, then at intervals; anything else can wait for the next commit. */
  const schedule = (type: RunEventType) => {
    const now = Date.now();
    commitAt(type === 'on_chat_model_stream' ? Math.max(now, lastText + spacingMs) : now + spacingMs);
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
    async stageStep(step) {
      const hasResult = staged.some(({ what }) => what === 'tool result');
      staged.push(step);
      if (hasResult) await flush();
      else commitAt(Date.now() + spacingMs);
    },
    stageResult(result, tell) {
      staged.push(result);
      tell();
      commitAt(Date.now());
    },
    async stepsStored() {
      await underWay;
      if (staged.length > 0) await flush();
    },
    flush,
  };
}
