import { defineKind } from '@cadence-agents/contracts';
import { z } from 'zod';
import { modelSchema, promptFields, windowSchema } from './config-fields.ts';

export const summarizer = defineKind({
  type: 'SUMMARIZER',
  title: 'Summarizer',
  summary: 'Takes old turns into the running summary once the conversation outgrows the context window.',
  family: 'responder',
  icon: 'scroll-text',
  config: z.strictObject({
    model: modelSchema,
    timeoutMs: z
      .number()
      .int()
      .positive()
      .max(600_000)
      .optional()
      .describe('How long the summary may take before it is put off to the next turn. Default 20,000.'),
    ...promptFields,
    windowTokens: windowSchema,
  }),
});
