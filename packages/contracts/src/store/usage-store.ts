import type { Usage } from '../run/usage.ts';
import type { Owner } from './owner.ts';

/** What one node of a run used of one model; `model` is `null` for failures without a reply. */
export interface NodeUsage extends Usage {
  node: string;
  agentId: string | null;
  model: string | null;
  failures: number;
  /** Time in the node. */
  ms: number;
}

/** Where a run's time and tokens went. */
export interface RunUsage {
  /** Time at work, without waiting for people. */
  ms: number;
  /** Nodes that called a model or failed. */
  nodes: NodeUsage[];
}

/** What a million tokens cost. */
export interface ModelPrice {
  input: number;
  output: number;
  /** Of input that the provider had in its cache; as `input` when absent. */
  cachedInput?: number | undefined;
  /** Of input that it took into its cache; as `input` when absent. */
  cacheWrite?: number | undefined;
}

/** What a usage costs at a price. */
export function costOfUsage(
  { inputTokens, outputTokens, cachedInputTokens = 0, cacheWriteTokens = 0 }: Usage,
  { input, output, cachedInput = input, cacheWrite = input }: ModelPrice,
): number {
  const fresh = Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens);
  const price =
    fresh * input + cachedInputTokens * cachedInput + cacheWriteTokens * cacheWrite + outputTokens * output;
  return price / 1_000_000;
}

/** What a report is broken down by. */
export type UsageGrouping = 'workflow' | 'agent' | 'model' | 'user';

/** By the name of the model, as `openai:gpt-5-mini`. */
export type ModelPrices = Readonly<Record<string, ModelPrice>>;

/** What models cost together; `null` as soon as one was used whose price is not known. */
export function costOfModels(
  used: Iterable<readonly [model: string, usage: Usage]>,
  prices: ModelPrices,
): number | null {
  let cost = 0;
  for (const [model, usage] of used) {
    const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
    if (!price) return null;
    cost += costOfUsage(usage, price);
  }
  return cost;
}

/** What a run cost. Nodes that failed before they used anything have no model. */
export function costOfRun({ nodes }: RunUsage, prices: ModelPrices): number | null {
  const used = nodes.filter(({ inputTokens, outputTokens }) => inputTokens + outputTokens > 0);
  return costOfModels(
    used.map((node) => [node.model ?? '', node]),
    prices,
  );
}

export interface UsageQuery {
  /** First time that is included. */
  since: string;
  /** First time that is not; now when absent. */
  until?: string;
  bucket: 'hour' | 'day';
  /** Of all owners when absent. */
  ownerId?: string;
  /** Of all workflows when absent. */
  workflowIds?: readonly string[];
  /** All runs together when absent. */
  groupBy?: UsageGrouping;
  prices?: ModelPrices;
}

/** One workflow, agent, model or person in one stretch of time, in which the runs were accepted. */
export interface UsageRow extends Usage {
  /** Start of the hour or day, in UTC. */
  time: string;
  /** Id of the workflow, or of the agent; a node without an agent goes by its name. Of a model its name. */
  group: string | null;
  /** None by model: a run may use many. */
  runs: number;
  failures: number;
  /** `null` when a model has no price. */
  cost: number | null;
  /** `null` when nothing has ended. */
  medianMs: number | null;
  p95Ms: number | null;
}

/** A model call that no run made, as one that is tried again with changes. */
export interface CallBesideRuns extends Owner {
  /** Whose workflow and agent it is counted for. */
  workflowId: string;
  agent: string;
  model: string;
  usage: Usage;
  time: string;
}

export interface UsageStore {
  /** Adds what a call used to the reports. They count no run for it. */
  add(call: CallBesideRuns): Promise<void>;

  /** By time, then group. Throws `INPUT_INVALID` for more than 1,000 stretches of time. */
  report(tenantId: string, query: UsageQuery): Promise<UsageRow[]>;
}
