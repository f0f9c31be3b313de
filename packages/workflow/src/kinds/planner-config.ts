import { z } from 'zod';
import { configReader } from './config-reader.ts';
import { windowSchema } from './window-schema.ts';

export const plannerConfigSchema = z.strictObject({
  /** `provider:model`; the default model when absent. */
  model: z.string().min(1).optional(),
  /** Names of the tools a plan may use. */
  tools: z.array(z.string().min(1)).optional(),
  /** The most calls of one plan. Default 20. */
  maxCalls: z.number().int().min(1).max(100).optional(),
  /** Appended to the prompt. */
  instructions: z.string().optional(),
  windowTokens: windowSchema,
});
export type PlannerConfig = z.infer<typeof plannerConfigSchema>;

export const readPlannerConfig = configReader(plannerConfigSchema);
