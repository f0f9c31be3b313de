import { defineKind, END_LABEL } from '@cadence-agents/contracts';
import { z } from 'zod';
import { modelSchema, promptFields } from './config-fields.ts';

const decisions = ['continue', 'suspend', 'done'];

export const coordinator = defineKind({
  type: 'COORDINATOR',
  title: 'Coordinator',
  summary:
    'Asks a model which agent goes next: on to the control tools, to the answer, or to suspend at a limit.',
  family: 'router',
  icon: 'compass',
  span: 'agent',
  config: z.strictObject({
    model: modelSchema,
    ...promptFields,
    mayAnswer: z
      .boolean()
      .optional()
      .describe('A reply without a call is the answer, and the run ends there.'),
    maxAgentsShown: z
      .number()
      .int()
      .positive()
      .optional()
      .describe(
        'With more agents than this, the ones most relevant to the question are offered. Default 20.',
      ),
  }),
  labels: ({ config }) => (config.mayAnswer ? [...decisions, END_LABEL] : decisions),
  declaredLabels: () => decisions.map((label) => ({ label, path: [] })),
});
