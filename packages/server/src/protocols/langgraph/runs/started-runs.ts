import type { RunRecord } from '@cadence-agents/contracts';

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
