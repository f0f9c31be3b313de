import { defineKind } from '@cadence-agents/contracts';
import { z } from 'zod';
import { patternSchema } from '../linear-pattern.ts';
import { modelSchema, promptFields, windowSchema } from './config-fields.ts';

/** What is refused, and who may use which tool; the settings have the same fields. */
export const ingressConfigSchema = z.strictObject({
  maxInputChars: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('The longest message that is taken on. Default 20,000.'),
  blockedPatterns: z
    .array(patternSchema)
    .max(100)
    .optional()
    .describe(
      'Regular expressions in the syntax of RE2, without regard to case; a message that one of them matches is refused.',
    ),
  toolsByRole: z
    .record(z.string().min(1), z.array(z.string().min(1)))
    .optional()
    .describe(
      'The tools each role may use; `*` stands for people without a role that is listed. All tools when absent.',
    ),
  policy: z
    .string()
    .min(1)
    .max(10_000)
    .optional()
    .describe('What a model is asked to refuse, in words; no model is asked when absent.'),
  model: modelSchema.describe('`provider:model` that applies the policy; the default model when absent.'),
  ...promptFields,
  windowTokens: windowSchema,
});

export const ingress = defineKind({
  type: 'INGRESS',
  title: 'Ingress',
  summary: 'Checks the message and the safety policy, and loads the profile of the user.',
  family: 'router',
  icon: 'door-open',
  choosesRoute: false,
  config: ingressConfigSchema,
  labels: ['plan', 'refuse'],
});
