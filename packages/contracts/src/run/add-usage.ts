import type { Usage } from './usage.ts';

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, modelCalls: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    modelCalls: a.modelCalls + b.modelCalls,
    ...cacheUsage(
      added(a.cachedInputTokens, b.cachedInputTokens),
      added(a.cacheWriteTokens, b.cacheWriteTokens),
    ),
  };
}

const added = (a = 0, b = 0) => a + b;

/** What a provider's cache had to do with the input tokens, as the part of a `Usage`. */
export function cacheUsage(cachedInputTokens: number, cacheWriteTokens = 0): Partial<Usage> {
  return {
    ...(cachedInputTokens > 0 && { cachedInputTokens }),
    ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
  };
}
