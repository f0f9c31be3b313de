import { z } from 'zod';
import { configReader } from './config-reader.ts';
import { windowSchema } from './window-schema.ts';

export const verifierConfigSchema = z.strictObject({
  /** `provider:model`; the default model when absent. */
  model: z.string().min(1).optional(),
  /** How often the planner may try again. Default 2. */
  maxReplans: z.number().int().min(0).max(10).optional(),
  windowTokens: windowSchema,
});
export type VerifierConfig = z.infer<typeof verifierConfigSchema>;

export const readVerifierConfig = configReader(verifierConfigSchema);

export const DEFAULT_MAX_REPLANS = 2;
