import {
  addUsage,
  costOfUsage,
  type ModelPrice,
  type NodeUsage,
  noUsage,
  type Usage,
  type UsageRow,
} from '@cadence/contracts';

/** What one run adds to a group. */
export interface UsageShare {
  usage: Usage;
  failures: number;
  /** `null` while it is not over. */
  ms: number | null;
  cost: number | null;
}

/** Adds up the runs of one workflow or agent in one stretch of time. */
export class UsageGroup {
  #usage = noUsage;
  #runs = 0;
  #failures = 0;
  #cost: number | null = 0;
  readonly #times: number[] = [];

  add({ usage, failures, ms, cost }: UsageShare): void {
    this.#runs += 1;
    this.#usage = addUsage(this.#usage, usage);
    this.#failures += failures;
    this.#cost = this.#cost === null || cost === null ? null : this.#cost + cost;
    if (ms !== null) this.#times.push(ms);
  }

  row(time: string, group: string | null): UsageRow {
    const times = this.#times.sort((a, b) => a - b);
    return {
      time,
      group,
      runs: this.#runs,
      failures: this.#failures,
      ...this.#usage,
      cost: this.#cost,
      medianMs: percentile(times, 0.5),
      p95Ms: percentile(times, 0.95),
    };
  }
}

/** By nearest rank: always a value that occurred. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

export type Prices = Readonly<Record<string, ModelPrice>>;

/** `null` as soon as a model was used whose price is not known. */
export function costOf(nodes: readonly NodeUsage[], prices: Prices): number | null {
  let cost = 0;
  for (const node of nodes) {
    const { model } = node;
    if (node.inputTokens + node.outputTokens === 0) continue;
    const price = model !== null && Object.hasOwn(prices, model) ? prices[model] : undefined;
    if (!price) return null;
    cost += costOfUsage(node, price);
  }
  return cost;
}
