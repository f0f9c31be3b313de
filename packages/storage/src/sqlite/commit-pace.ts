/** Nobody notices as much, and a commit every so often costs a few percent of a processor. */
const MOST_MS = 16;
const MORE_MS = 4;
const LESS_MS = 1;

/**
 * How long a write waits after the last commit for others to share the next one with, since most of what a commit costs is
 * the same for one write as for many. Longer while others come, and not at all where none do: a run alone, which writes
 * again only once it knows that the last write is kept, never waits.
 */
export class CommitPace {
  readonly #now: () => number;
  #lastAt = Number.NEGATIVE_INFINITY;
  #gapMs = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Milliseconds, 0 for none. */
  wait(): number {
    return Math.max(0, Math.ceil(this.#lastAt + this.#gapMs - this.#now()));
  }

  /** Counts a commit of so many writes. */
  count(writes: number): void {
    this.#lastAt = this.#now();
    this.#gapMs = writes > 1 ? Math.min(MOST_MS, this.#gapMs + MORE_MS) : Math.max(0, this.#gapMs - LESS_MS);
  }
}
