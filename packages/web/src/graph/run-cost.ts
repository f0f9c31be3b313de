import { costOfModels, type ModelPrices, type Usage } from '@cadence-agents/contracts';

/** In dollars; `null` when a model has no price, or none was asked. */
export function runCost(usageByModel: Readonly<Record<string, Usage>>, prices: ModelPrices): number | null {
  const used = Object.entries(usageByModel);
  return used.length === 0 ? null : costOfModels(used, prices);
}
