import { costOfUsage, type ModelPrice, type Usage } from '@cadence/contracts';

/** In dollars; `null` when a model has no price, or none was asked. */
export function runCost(
  usageByModel: Readonly<Record<string, Usage>>,
  prices: Readonly<Record<string, ModelPrice>>,
): number | null {
  const used = Object.entries(usageByModel);
  if (used.length === 0) return null;
  let cost = 0;
  for (const [model, usage] of used) {
    const price = prices[model];
    if (!price) return null;
    cost += costOfUsage(usage, price);
  }
  return cost;
}
