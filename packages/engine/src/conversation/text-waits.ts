// How long text that readers were shown may wait to be stored.
import type { RunEvent, Signals } from '@cadence-agents/contracts';

/**
 * Whoever follows a run by what is stored, in whatever process, sees its text this late. All others are shown it as it
 * comes, and whoever comes back here has it stored then.
 */
const BLOCK_MS = { awaited: 250, else: 5_000 };

export class TextWaits {
  readonly #signals: Signals;
  /** Those who follow a run here by what is stored. */
  readonly #readers = new Map<string, number>();

  constructor(signals: Signals) {
    this.#signals = signals;
  }

  readonly blockMs = (runId: string): number =>
    this.#readers.has(runId) || this.#signals.othersReadStore?.() !== false
      ? BLOCK_MS.awaited
      : BLOCK_MS.else;

  /** The events, for a reader who waits for them to be stored. */
  async *reading(runId: string, events: AsyncGenerator<RunEvent>): AsyncGenerator<RunEvent> {
    this.#count(runId, 1);
    try {
      yield* events;
    } finally {
      this.#count(runId, -1);
    }
  }

  #count(runId: string, more: number): void {
    const readers = (this.#readers.get(runId) ?? 0) + more;
    if (readers > 0) this.#readers.set(runId, readers);
    else this.#readers.delete(runId);
  }
}
