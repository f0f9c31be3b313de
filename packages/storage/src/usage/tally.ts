// What runs used, added up so that it can be added up further: in a row of the totals, or in a report.
import {
  addUsage,
  cacheUsage,
  costOfModels,
  type ModelPrices,
  type NodeUsage,
  noUsage,
  type RunUsage,
  type Usage,
  type UsageRow,
} from '@cadence-agents/contracts';
import { cacheColumns } from './cache-columns.ts';

type UsageColumns = [input: number, output: number, calls: number, cached?: number, written?: number];
/** A tally as it is stored: without names, which would be most of it. */
export type TallyColumns = [
  runs: number,
  failures: number,
  usage: UsageColumns,
  /** By model; under the empty name what no model is known for. */
  models: Record<string, UsageColumns>,
  /** How often each time occurred. */
  times: [ms: number, count: number][],
];

/** One run's part of a tally. */
interface Share {
  failures: number;
  usage: Usage;
  nodes: readonly NodeUsage[];
  /** `null` while it is not over. */
  ms: number | null;
}

export class Tally {
  #runs = 0;
  #failures = 0;
  #usage = noUsage;
  readonly #models = new Map<string, Usage>();
  readonly #times = new Map<number, number>();

  add({ failures, usage, nodes, ms }: Share): void {
    this.#runs += 1;
    this.#failures += failures;
    this.#usage = addUsage(this.#usage, usage);
    for (const node of nodes) if (node.inputTokens + node.outputTokens > 0) this.#use(node.model ?? '', node);
    if (ms !== null) this.#took(roughly(ms), 1);
  }

  /** What was used beside any run. */
  spend(model: string, usage: Usage): void {
    this.#usage = addUsage(this.#usage, usage);
    this.#use(model, usage);
  }

  get tokens(): number {
    return this.#usage.inputTokens + this.#usage.outputTokens;
  }

  /** What one model has of another tally. */
  addModel(model: string, columns: UsageColumns): void {
    this.spend(model, usageOf(columns));
  }

  addColumns([runs, failures, usage, models, times]: TallyColumns): void {
    this.#runs += runs;
    this.#failures += failures;
    this.#usage = addUsage(this.#usage, usageOf(usage));
    for (const [model, columns] of Object.entries(models)) this.#use(model, usageOf(columns));
    for (const [ms, count] of times) this.#took(ms, count);
  }

  get isEmpty(): boolean {
    return this.#runs === 0 && this.tokens === 0 && this.#usage.modelCalls === 0;
  }

  /** What is left of it without another, all of which is in it unless it was read of an older copy. */
  without(part: Tally): Tally {
    const left = new Tally();
    left.#runs = atLeastNone(this.#runs - part.#runs);
    left.#failures = atLeastNone(this.#failures - part.#failures);
    left.#usage = subtractUsage(this.#usage, part.#usage);
    for (const [model, usage] of this.#models) {
      const rest = subtractUsage(usage, part.#models.get(model) ?? noUsage);
      if (rest.inputTokens + rest.outputTokens > 0) left.#models.set(model, rest);
    }
    for (const [ms, count] of this.#times) {
      const rest = count - (part.#times.get(ms) ?? 0);
      if (rest > 0) left.#times.set(ms, rest);
    }
    return left;
  }

  /** What has come since, of the same run: a time that was longer in the end takes the place of the one before. */
  since(before: Tally): Tally {
    const more = this.without(before);
    for (const ms of before.#times.keys()) {
      const count = (this.#times.get(ms) ?? 0) - (before.#times.get(ms) ?? 0);
      if (count < 0) more.#times.set(ms, count);
    }
    return more;
  }

  columns(): TallyColumns {
    return [
      this.#runs,
      this.#failures,
      columnsOf(this.#usage),
      Object.fromEntries([...this.#models].map(([model, usage]) => [model, columnsOf(usage)])),
      [...this.#times],
    ];
  }

  row(time: string, group: string | null, prices: ModelPrices): UsageRow {
    const times = [...this.#times].sort(([a], [b]) => a - b);
    return {
      time,
      group,
      runs: this.#runs,
      failures: this.#failures,
      ...this.#usage,
      cost: costOfModels(this.#models, prices),
      medianMs: percentile(times, 0.5),
      p95Ms: percentile(times, 0.95),
    };
  }

  #use(model: string, usage: Usage): void {
    this.#models.set(model, addUsage(this.#models.get(model) ?? noUsage, usage));
  }

  #took(ms: number, count: number): void {
    const sum = (this.#times.get(ms) ?? 0) + count;
    if (sum === 0) this.#times.delete(ms);
    else this.#times.set(ms, sum);
  }
}

/** A run as what it adds to the tally of its workflow, and to those of its agents. */
export function sharesOf(
  failed: boolean,
  usage: Usage,
  spent: RunUsage | undefined,
  isOver: boolean,
): { whole: Share; agents: [id: string, share: Share][] } {
  const nodes = spent?.nodes ?? unknownModel(usage);
  const whole = { failures: failed ? 1 : 0, usage, nodes, ms: isOver ? (spent?.ms ?? null) : null };
  const byAgent = Map.groupBy(spent?.nodes ?? [], ({ agentId, node }) => agentId ?? node);
  const agents = [...byAgent].map(([id, own]): [string, Share] => [
    id,
    {
      failures: own.reduce((sum, node) => sum + node.failures, 0),
      usage: own.reduce<Usage>(addUsage, noUsage),
      nodes: own,
      ms: own.reduce((sum, node) => sum + node.ms, 0),
    },
  ]);
  return { whole, agents };
}

/** Of a run that did not note where its tokens went. */
function unknownModel(usage: Usage): NodeUsage[] {
  return usage.modelCalls === 0
    ? []
    : [{ ...usage, node: '', agentId: null, model: null, failures: 0, ms: 0 }];
}

/** To seven binary digits, so that a year has a few hundred different times at most: right to one part in a hundred. */
function roughly(ms: number): number {
  const step = 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, ms))) - 6);
  return Math.round(ms / step) * step;
}

/** By nearest rank. */
function percentile(sorted: readonly (readonly [ms: number, count: number])[], share: number): number | null {
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  let left = Math.max(1, Math.ceil(share * total));
  for (const [ms, count] of sorted) {
    left -= count;
    if (left <= 0) return ms;
  }
  return null;
}

const atLeastNone = (count: number): number => Math.max(0, count);

function subtractUsage(whole: Usage, part: Usage): Usage {
  return {
    inputTokens: atLeastNone(whole.inputTokens - part.inputTokens),
    outputTokens: atLeastNone(whole.outputTokens - part.outputTokens),
    modelCalls: atLeastNone(whole.modelCalls - part.modelCalls),
    ...cacheUsage(
      (whole.cachedInputTokens ?? 0) - (part.cachedInputTokens ?? 0),
      (whole.cacheWriteTokens ?? 0) - (part.cacheWriteTokens ?? 0),
    ),
  };
}

function columnsOf(usage: Usage): UsageColumns {
  return [usage.inputTokens, usage.outputTokens, usage.modelCalls, ...cacheColumns(usage)];
}

function usageOf([inputTokens, outputTokens, modelCalls, cached = 0, written = 0]: UsageColumns): Usage {
  return { inputTokens, outputTokens, modelCalls, ...cacheUsage(cached, written) };
}
