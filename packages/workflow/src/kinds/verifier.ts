import { defineKind } from '@cadence-agents/contracts';
import { z } from 'zod';
import { modelSchema, promptFields, windowSchema } from './config-fields.ts';

export const DEFAULT_MAX_REPLANS = 2;

export const verifier = defineKind({
  type: 'VERIFIER',
  title: 'Verifier',
  summary:
    'Checks whether the results answer the question: on to the answer, back to the planner, or a question to the user.',
  family: 'router',
  icon: 'shield-check',
  config: z.strictObject({
    model: modelSchema,
    maxReplans: z
      .number()
      .int()
      .min(0)
      .max(10)
      .optional()
      .describe('How often the planner may try again. Default 2.'),
    ...promptFields,
    windowTokens: windowSchema,
  }),
  // `continue`: the plan has calls left, which were waiting for these results.
  labels: ['success', 'replan', 'ask', 'give_up', 'continue'],
});
