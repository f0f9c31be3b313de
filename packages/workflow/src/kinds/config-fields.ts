// Fields that the configs of several kinds have.
import { z } from 'zod';

/** A label as a config names it; as long as an edge's `conditionValue` may be. */
export const labelSchema = z.string().min(1).max(200);

/** `provider:model`; the default model when absent. */
export const modelSchema = z.string().min(1).optional();

/** How many tokens one request to a model may have; a token is taken to be four characters. Default 8,000. */
export const windowSchema = z.number().int().min(1000).max(10_000_000).optional();
export const DEFAULT_WINDOW_TOKENS = 8_000;

/** What `SYNTHESIZER` and `SUSPEND` take. */
export const responderConfigSchema = z.strictObject({
  model: modelSchema,
  /** How an answer is made structured when an agent used in the turn declares a schema. Default `none`. */
  structured: z.enum(['model', 'prompt', 'none']).optional(),
  /** Appended to the prompt. */
  instructions: z.string().optional(),
});
