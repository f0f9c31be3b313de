import { z } from 'zod';

export const usageSchema = z.object({
  inputTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
  modelCalls: z.number().int().nonnegative(),
  /** Of the input tokens, those that the provider had in its cache; absent when none. */
  cachedInputTokens: z.number().int().positive().exactOptional(),
  /** Of the input tokens, those that it took into its cache, where it charges for that; absent when none. */
  cacheWriteTokens: z.number().int().positive().exactOptional(),
});
/** What model calls used; counts add up over a run. */
export type Usage = z.infer<typeof usageSchema>;
