import type { Usage } from '@cadence-agents/contracts';
import { texts } from '../../texts.ts';

const numbers = new Intl.NumberFormat('en');

const money = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
});

export const costText = (cost: number): string => money.format(cost);

/** The tokens of a call or a run, in words. */
export function usageText({ inputTokens, outputTokens, cachedInputTokens }: Usage): string {
  const cached = cachedInputTokens === undefined ? '' : numbers.format(cachedInputTokens);
  return texts.runs.tokensOf(numbers.format(inputTokens), numbers.format(outputTokens), cached);
}
