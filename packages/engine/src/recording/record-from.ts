import type { RecordedEntry, RunRecord, RunState } from '@cadence/contracts';
import type { EventLog } from '../events/event-log.ts';
import type { Workflow } from '../runtime/runtime.ts';
import { type Learnt, learntOf } from '../window/call-limits.ts';
import { createRecorder, type Recorder } from './recorder.ts';

/** Keeps what a run gets from outside from here on, and what it begins with. */
export function recordFrom(
  keep: (entry: RecordedEntry) => void,
  { id: runId }: RunRecord,
  { models, secrets, defaultModel }: Workflow,
  { turn: { handoffAnswer: answer } }: RunState,
  {
    events,
    deadline,
  }: { events: Pick<EventLog, 'lastSeq'>; deadline: { signal: AbortSignal; timedOut: () => boolean } },
): Recorder {
  const learnt: Record<string, Learnt> = {};
  for (const model of models) {
    const known = learntOf(model);
    if (known) learnt[model.name] = known;
  }
  keep({
    type: 'begun',
    model: defaultModel(),
    ...(answer && { answer }),
    ...(Object.keys(learnt).length > 0 && { learnt }),
  });
  const noteStop = () =>
    keep({ type: 'stop', why: deadline.timedOut() ? 'timeout' : 'cancel', seq: events.lastSeq() });
  if (deadline.signal.aborted) noteStop();
  else deadline.signal.addEventListener('abort', noteStop, { once: true });
  return createRecorder({ runId, secrets, keep });
}
