/** So many writes in one commit are those of several runs, as good as always. */
const CROWD = 3;
/** How long after such a commit it still counts as a crowd. */
const CROWD_MS = 100;
/** Too short for people to notice, and long enough for several runs to have something to write. */
const GAP_MS = 24;

/**
 * How long a write waits for others to share its commit, since most of what a commit costs is the same for one write as
 * for many. In a crowd commits are some time apart; otherwise no write waits.
 */
export class CommitPace {
  readonly #now: () => number;
  #lastAt = Number.NEGATIVE_INFINITY;
  #crowdAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Milliseconds, 0 for none. */
  wait(): number {
    const now = this.#now();
    return now - this.#crowdAt > CROWD_MS ? 0 : Math.max(0, Math.floor(this.#lastAt + GAP_MS - now));
  }

  /** Counts a commit of so many writes. */
  count(writes: number): void {
    this.#lastAt = this.#now();
    if (writes >= CROWD) this.#crowdAt = this.#lastAt;
  }
}
