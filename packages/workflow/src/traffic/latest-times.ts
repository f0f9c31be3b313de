const MOST_KEPT = 2_000;

/** Keeps the latest of very many times, for percentiles. */
export class LatestTimes {
  readonly #kept: number[] = [];
  #added = 0;

  add(ms: number): void {
    this.#kept[this.#added % MOST_KEPT] = ms;
    this.#added += 1;
  }

  /** The time that this share of them do not exceed; `null` when there is none. */
  percentile(share: number): number | null {
    const sorted = this.#kept.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? null;
  }
}
