import { z } from 'zod';

export const usageSchema = z.object({
  inputTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
  modelCalls: z.number().int().nonnegative(),
});
/** What model calls used; counts add up over a run. */
export type Usage = z.infer<typeof usageSchema>;

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, modelCalls: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    modelCalls: a.modelCalls + b.modelCalls,
  };
}
