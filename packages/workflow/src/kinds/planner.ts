import { defineKind } from '@cadence-agents/contracts';
import { z } from 'zod';
import { modelSchema, promptFields, windowSchema } from './config-fields.ts';

export const planner = defineKind({
  type: 'PLANNER',
  title: 'Planner',
  summary: 'Asks a model whether tools are needed, and for a plan of calls that depend on one another.',
  family: 'agent',
  icon: 'clipboard-list',
  config: z.strictObject({
    model: modelSchema,
    tools: z.array(z.string().min(1)).optional().describe('Names of the tools a plan may use.'),
    maxCalls: z.number().int().min(1).max(100).optional().describe('The most calls of one plan. Default 20.'),
    ...promptFields,
    windowTokens: windowSchema,
  }),
  labels: ['generate', 'tool_use'],
});
