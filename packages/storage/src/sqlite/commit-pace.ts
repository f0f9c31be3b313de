/** So many writes in one commit are those of several runs; of one there are two at most. */
const CROWD = 3;
/** How long there is taken to be a crowd after such a commit. */
const CROWD_MS = 100;
/** Nobody notices so little, and several runs have something to write meanwhile. */
const GAP_MS = 16;

/**
 * How long a write waits for others to share its commit with, since most of what a commit costs is the same for one write
 * as for many: in a crowd until a while after the last commit, otherwise not at all.
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
