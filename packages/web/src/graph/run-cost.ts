import type { ModelPrice, Usage } from '@cadence/contracts';

const MILLION = 1_000_000;

/** In dollars; `null` when a model has no price, or none was asked. */
export function runCost(
  usageByModel: Readonly<Record<string, Usage>>,
  prices: Readonly<Record<string, ModelPrice>>,
): number | null {
  const used = Object.entries(usageByModel);
  if (used.length === 0) return null;
  let cost = 0;
  for (const [model, { inputTokens, outputTokens }] of used) {
    const price = prices[model];
    if (!price) return null;
    cost += (inputTokens * price.input + outputTokens * price.output) / MILLION;
  }
  return cost;
}
