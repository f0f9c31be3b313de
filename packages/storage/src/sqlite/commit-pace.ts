/** A commit every so often costs a few percent of a processor; most of its cost is the same for one write as for many. */
const EVERY_MS = 4;
/** A run alone writes in bursts, and is not to wait. */
const BURST = 8;

/**
 * How long writes wait to share a commit: not at all until there have been many commits in a row, then until the next one
 * is due, a few milliseconds.
 */
export class CommitPace {
  readonly #now: () => number;
  /** When the commits so far would be over, one at a time. */
  #paidUntil = Number.NEGATIVE_INFINITY;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Milliseconds, 0 for none. */
  wait(): number {
    return Math.max(0, Math.ceil(this.#paidUntil - BURST * EVERY_MS - this.#now()));
  }

  /** Counts a commit. */
  count(): void {
    this.#paidUntil = Math.max(this.#now(), this.#paidUntil) + EVERY_MS;
  }
}
