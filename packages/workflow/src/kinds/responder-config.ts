import { z } from 'zod';
import { configReader } from './config-reader.ts';

export const responderConfigSchema = z.strictObject({
  /** `provider:model`; the default model when absent. */
  model: z.string().min(1).optional(),
  /** How an answer is made structured when an agent used in the turn declares a schema. Default `none`. */
  structured: z.enum(['model', 'prompt', 'none']).optional(),
  /** Appended to the prompt. */
  instructions: z.string().optional(),
});
export type ResponderConfig = z.infer<typeof responderConfigSchema>;

export const readResponderConfig = configReader(responderConfigSchema);
