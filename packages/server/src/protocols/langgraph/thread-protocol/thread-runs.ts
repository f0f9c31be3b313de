// The runs of a thread as they come, for whoever follows the thread.
import type { ConversationRecord, RunRecord } from '@cadence-agents/contracts';
import type { AppContext } from '../../../app/app-context.ts';
import { rereadRecord, runsIn } from '../../../app/runs.ts';
import type { StartedRuns } from '../runs/started-runs.ts';

/** Runs that are looked at to find where to begin, or what comes next. */
const FEW = 50;

/**
 * The run that is at work or waits, or else the last one, and then every further one when it is started. The same run
 * again when it goes on after a question.
 */
export async function* runsOf(
  context: Pick<AppContext, 'store'>,
  started: StartedRuns,
  thread: ConversationRecord,
  signal: AbortSignal,
): AsyncGenerator<RunRecord> {
  let last: RunRecord | undefined;
  while (!signal.aborted) {
    const isNew = started.next(thread.id, signal);
    const run = last ? await nextAfter(context, thread, last) : await first(context, thread);
    if (!run) {
      await isNew;
      continue;
    }
    yield run;
    last = (await rereadRecord(context, run)) ?? run;
  }
}

async function first(context: Pick<AppContext, 'store'>, thread: ConversationRecord) {
  const runs = await runsIn(context, thread, FEW);
  return runs.findLast(({ status }) => isOpen(status)) ?? runs[0];
}

async function nextAfter(context: Pick<AppContext, 'store'>, thread: ConversationRecord, last: RunRecord) {
  if (isOpen(last.status)) {
    const again = await rereadRecord(context, last);
    if (again && again.status !== 'awaiting_human') return again;
  }
  const runs = await runsIn(context, thread, FEW);
  return runs.findLast(({ position }) => position > last.position);
}

const isOpen = (status: RunRecord['status']): boolean =>
  status === 'queued' || status === 'running' || status === 'awaiting_human';
