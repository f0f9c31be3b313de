// Fields that the configs of several kinds have.
import { z } from 'zod';

/** A label as a config names it; as long as an edge's `conditionValue` may be. */
export const labelSchema = z.string().min(1).max(200);

export const modelSchema = z
  .string()
  .min(1)
  .optional()
  .describe('`provider:model`; the default model when absent.');

export const windowSchema = z
  .number()
  .int()
  .min(1000)
  .max(10_000_000)
  .optional()
  .describe(
    'Most tokens of one request to a model; the `windowTokens` of the workflow, or the setting, when absent.',
  );

/** How a workflow words what a node is told. */
export const promptFields = {
  prompt: z
    .string()
    .min(1)
    .max(100_000)
    .optional()
    .describe(
      "In place of the engine's own prompt. What it works with, as agents, tools or the tone, is added to it all the same.",
    ),
  instructions: z.string().optional().describe('Added to the prompt.'),
};

/** What `SYNTHESIZER` and `SUSPEND` take. */
export const responderConfigSchema = z.strictObject({
  model: modelSchema,
  structured: z
    .enum(['model', 'prompt', 'none'])
    .optional()
    .describe(
      'How an answer is made structured when an agent used in the turn declares a schema. Default `none`.',
    ),
  ...promptFields,
});
