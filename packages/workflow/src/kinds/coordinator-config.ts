import { z } from 'zod';
import { configReader } from './config-reader.ts';

export const coordinatorConfigSchema = z.strictObject({
  /** `provider:model`; the default model when absent. */
  model: z.string().min(1).optional(),
  /** A reply without a call is the answer, and the run ends there. */
  mayAnswer: z.boolean().optional(),
  /** With more agents than this, the ones most relevant to the question are offered. Default 20. */
  maxAgentsShown: z.number().int().positive().optional(),
});
export type CoordinatorConfig = z.infer<typeof coordinatorConfigSchema>;

export const readCoordinatorConfig = configReader(coordinatorConfigSchema);
