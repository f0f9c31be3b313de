import { defineKind } from '@cadence-agents/contracts';
import { z } from 'zod';
import { modelSchema, promptFields, windowSchema } from './config-fields.ts';

export const generator = defineKind({
  type: 'GENERATOR',
  title: 'Generator',
  summary: 'Streams the answer, says which tool said what, and what is missing.',
  family: 'responder',
  icon: 'file-text',
  config: z.strictObject({
    model: modelSchema,
    ...promptFields,
    windowTokens: windowSchema,
  }),
});
