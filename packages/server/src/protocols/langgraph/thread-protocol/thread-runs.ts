// The runs of a thread as they come, for whoever follows the thread.
import type { ConversationRecord, RunRecord } from '@cadence/contracts';
import type { AppContext } from '../../../app/app-context.ts';
import { rereadRecord, runsIn } from '../../../app/runs.ts';

/** Runs that are looked at to find where to begin, or what comes next. */
const FEW = 50;
/** Runs that were started elsewhere are found by looking again. */
const LOOK_AGAIN_MS = 1_000;

/** Tells those who follow a thread that a run was started, here and at once. */
export class StartedRuns {
  readonly #waiting = new Map<string, Set<() => void>>();

  tell({ conversationId }: Pick<RunRecord, 'conversationId'>): void {
    for (const wake of this.#waiting.get(conversationId) ?? []) wake();
  }

  /** Resolves when a run of the thread is started, after a while in any case, and when it is aborted. */
  async next(threadId: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(threadId) ?? new Set();
    this.#waiting.set(threadId, waiting.add(resolve));
    const timer = setTimeout(resolve, LOOK_AGAIN_MS);
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    clearTimeout(timer);
    waiting.delete(resolve);
    if (waiting.size === 0) this.#waiting.delete(threadId);
  }
}

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
