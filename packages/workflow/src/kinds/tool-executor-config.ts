import { z } from 'zod';
import { configReader } from './config-reader.ts';

export const toolExecutorConfigSchema = z.strictObject({
  /** How many calls of one turn run at the same time. */
  concurrency: z.number().int().min(1).max(64).optional(),
  /** Tools it may run, whoever asks; by default those of the agent that called. */
  tools: z.array(z.string().min(1)).optional(),
});
export type ToolExecutorConfig = z.infer<typeof toolExecutorConfigSchema>;

export const readToolExecutorConfig = configReader(toolExecutorConfigSchema);
