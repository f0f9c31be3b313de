// The events of a stored run, numbered as they happen, and the writes that are stored with them.
import type { CallRecord, RunEvent, RunEventType, RunStep } from '@cadence/contracts';
import { type CommitQueue, type CommitQueueSetup, createCommitQueue } from './commit-queue.ts';
import type { EmitEvent, Emitter } from './emitter.ts';
import { isoNow } from './iso-now.ts';
import { createReplayFilter } from './replay-filter.ts';

export interface EventLogSetup extends CommitQueueSetup {
  runId: string;
  /** Seq of the last event in the store. */
  lastSeq: number;
  /** What the store has since the last checkpoint: an attempt that did not live to commit its step. */
  uncommitted?: readonly RunEvent[];
  /** The least time between two commits of text, so that tokens cost few. */
  spacingMs?: number;
  /** The longest that anything else waits. */
  patienceMs?: number;
}

export interface EventLog extends Emitter, Pick<CommitQueue, 'commitWith' | 'flush'> {
  /** A step can wait for the next commit, as nobody has seen anything of it; with a tool's result in it, it cannot. */
  stageStep(step: RunStep): Promise<void>;
  /** A tool's result waits for its step, if that comes at once, and is stored with what `tell` emits. */
  stageResult(result: CallRecord, tell: () => void): void;
  /** Resolves when every step so far is stored: to be awaited before anything takes effect outside. */
  stepsStored(): Promise<void>;
}

export function createEventLog(setup: EventLogSetup): EventLog {
  const { runId, spacingMs = 20, patienceMs = 50 } = setup;
  const isRepeat = createReplayFilter(setup.uncommitted ?? []);
  let seq = setup.lastSeq;
  let lastText = 0;
  const queue = createCommitQueue({
    ...setup,
    commit(pending) {
      if (pending.events.at(-1)?.type === 'on_chat_model_stream') lastText = Date.now();
      return setup.commit(pending);
    },
  });

  /** Text is shown at once, then at intervals; anything else can wait for the next commit. */
  const schedule = (type: RunEventType) => {
    const now = Date.now();
    queue.commitAt(type === 'on_chat_model_stream' ? Math.max(now, lastText + spacingMs) : now + patienceMs);
  };
  return {
    for(node): EmitEvent {
      return (type, data) => {
        const repeat = isRepeat(node, type, data);
        if (repeat === 'repeat') return;
        const time = isoNow();
        if (repeat === 'restart') {
          const restarted = { status: 'answer_restarted' };
          queue.pending().events.push({
            seq: ++seq,
            runId,
            time,
            node,
            type: 'on_custom_event',
            data: restarted,
          });
        }
        queue.pending().events.push({ seq: ++seq, runId, time, node, type, data } as RunEvent);
        schedule(type);
      };
    },
    async stageStep(step) {
      const { steps, calls } = queue.pending();
      steps.push(step);
      const hasResult = calls.length > 0;
      if (hasResult) await queue.flush();
      else queue.commitAt(Date.now() + patienceMs);
    },
    stageResult(result, tell) {
      queue.pending().calls.push(result);
      tell();
      queue.commitAt(Date.now());
    },
    async stepsStored() {
      await queue.settled();
      const { steps, calls } = queue.pending();
      if (steps.length + calls.length > 0) await queue.flush();
    },
    commitWith: queue.commitWith,
    flush: queue.flush,
  };
}
