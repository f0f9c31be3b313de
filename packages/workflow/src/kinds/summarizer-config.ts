import { z } from 'zod';
import { configReader } from './config-reader.ts';
import { windowSchema } from './window-schema.ts';

export const summarizerConfigSchema = z.strictObject({
  /** `provider:model`; the default model when absent. */
  model: z.string().min(1).optional(),
  /** How long the summary may take before it is put off to the next turn. Default 20,000. */
  timeoutMs: z.number().int().positive().max(600_000).optional(),
  windowTokens: windowSchema,
});
export type SummarizerConfig = z.infer<typeof summarizerConfigSchema>;

export const readSummarizerConfig = configReader(summarizerConfigSchema);
