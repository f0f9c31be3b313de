// The events of a stored run, numbered as they happen, and the writes that are stored with them. Events are shown once
// they are stored; text is shown as it comes and stored a little later, in blocks.
import type {
  CallRecord,
  RecordedEntry,
  RunEvent,
  RunEventData,
  RunEventType,
  RunStep,
} from '@cadence-agents/contracts';
import { now } from '../machine.ts';
import { type CommitQueue, type CommitQueueSetup, createCommitQueue } from './commit-queue.ts';
import { commonTime } from './common-time.ts';
import type { EmitEvent, Emitter } from './emitter.ts';
import { isoNow } from './iso-now.ts';
import { createReplayFilter, voidMessages } from './replay-filter.ts';
import { createTextBlocks, type TextBlocksSetup } from './text-blocks.ts';

export interface EventLogSetup
  extends Omit<CommitQueueSetup, 'collect'>,
    Pick<TextBlocksSetup, 'runId' | 'onText'> {
  /** Seq of the last event in the store. */
  lastSeq: number;
  /** What the store has since the last checkpoint: an attempt that did not live to commit its step. */
  uncommitted?: readonly RunEvent[];
  /** The longest that text waits to be stored which comes now. */
  blockMs?: (() => number) | undefined;
  /** The longest that anything else waits. */
  patienceMs?: number;
}

export interface EventLog extends Emitter, Pick<CommitQueue, 'commitWith' | 'flush'> {
  /** A step can wait for the next commit, as nobody has seen anything of it; with a tool's result in it, it cannot. */
  stageStep(step: RunStep): Promise<void>;
  /** Keeps what came from outside, with the next that is stored. */
  record(entry: RecordedEntry): void;
  /** Number of the last event. */
  lastSeq(): number;
  /** A tool's result waits for its step, if that comes at once, and is stored with what `tell` emits. */
  stageResult(result: CallRecord, tell: () => void): void;
  /** Resolves when every step so far is stored: to be awaited before anything takes effect outside. */
  stepsStored(): Promise<void>;
}

/** What can wait is due at so many times within the longest that it waits. */
const DUE_TIMES = 2;

export function createEventLog(setup: EventLogSetup): EventLog {
  const { runId, blockMs = () => 250, patienceMs = 50, uncommitted = [] } = setup;
  const isRepeat = createReplayFilter(uncommitted);
  let seq = setup.lastSeq;
  /** Seq of the last event that was shown. */
  let shown = seq;
  /** Seq of the last event that tells something new: text after it is not shown before it. */
  let news = 0;

  let time = isoNow();

  const add = (node: string | null, type: RunEventType, data: RunEventData<RunEventType>) => {
    time = isoNow();
    queue.pending().events.push({ seq: ++seq, runId, time, node, type, data } as RunEvent);
  };
  const blocks = createTextBlocks({
    ...{ runId, blockMs, onText: setup.onText },
    shownUpTo: () => (shown < news ? undefined : shown),
    hurry: () => queue.pending().events.length > 0 && queue.commitAt(now()),
    onBegun: (due) => queue.commitAt(due),
    onEnded(node, block, isShown) {
      add(node, 'on_chat_model_stream', block);
      if (!isShown) news = seq;
    },
    onAside(node, block) {
      add(node, 'on_message_delta', block);
      news = seq;
    },
  });
  const queue = createCommitQueue({
    ...setup,
    collect: blocks.end,
    onCommitted(event) {
      shown = event.seq;
      setup.onCommitted(event);
      blocks.show();
    },
  });
  const emitFor =
    (node: string | null): EmitEvent =>
    (type, data) => {
      if (isRepeat(node, type, data)) return;
      blocks.end();
      add(node, type, data);
      news = seq;
      // Words that come in one piece are what somebody waits for.
      queue.commitAt(type === 'on_chat_model_stream' ? now() : commonTime(patienceMs, DUE_TIMES));
    };
  for (const [node, data] of voidMessages(uncommitted)) emitFor(node)('on_custom_event', data);
  return {
    for: emitFor,
    now: () => Date.parse(time),
    text: blocks.text,
    aside: blocks.aside,
    ...staging(queue, patienceMs),
    record: (entry) => void queue.pending().recorded.push(entry),
    lastSeq: () => seq,
    commitWith: queue.commitWith,
    flush: queue.flush,
  };
}

/** What is stored with the events. */
function staging(
  queue: CommitQueue,
  patienceMs: number,
): Pick<EventLog, 'stageStep' | 'stageResult' | 'stepsStored'> {
  return {
    async stageStep(step) {
      const { steps, calls } = queue.pending();
      steps.push(step);
      const hasResult = calls.length > 0;
      if (hasResult) await queue.flush();
      else queue.commitAt(commonTime(patienceMs, DUE_TIMES));
    },
    stageResult(result, tell) {
      queue.pending().calls.push(result);
      tell();
      queue.commitAt(now());
    },
    async stepsStored() {
      await queue.settled();
      const { steps, calls } = queue.pending();
      if (steps.length + calls.length > 0) await queue.flush();
    },
  };
}
