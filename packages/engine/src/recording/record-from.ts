import type { RecordedEntry, RunState } from '@cadence-agents/contracts';
import type { EventLog } from '../events/event-log.ts';
import type { Workflow } from '../runtime/runtime.ts';
import { trialSlot } from '../trial.ts';
import type { LearntLimits } from '../window/call-limits.ts';
import { createRecorder, type Recorder } from './recorder.ts';

interface RecordedFrom {
  events: Pick<EventLog, 'lastSeq'>;
  deadline: { signal: AbortSignal; timedOut: () => boolean; beforeAbort: (note: () => void) => void };
  learnt: LearntLimits;
}

/** Keeps what a run gets from outside from here on, and what it begins with. */
export function recordFrom(
  keep: (entry: RecordedEntry) => void,
  { secrets, defaultModel }: Workflow,
  { turn }: RunState,
  { events, deadline, learnt }: RecordedFrom,
): Recorder {
  const { handoffAnswer: answer } = turn;
  const { pauses, changed } = trialSlot.get(turn);
  keep({
    type: 'begun',
    model: defaultModel(),
    ...(answer && {
      answer: { ...answer, ...(pauses && { pauses }), ...(changed && { turn: changed }) },
    }),
    ...(learnt.size > 0 && {
      learnt: Object.fromEntries([...learnt].map(([{ name }, known]) => [name, known])),
    }),
  });
  const noteStop = () =>
    keep({ type: 'stop', why: deadline.timedOut() ? 'timeout' : 'cancel', seq: events.lastSeq() });
  if (deadline.signal.aborted) noteStop();
  else deadline.beforeAbort(noteStop);
  return createRecorder({ secrets, keep });
}
