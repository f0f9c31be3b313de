import { defineKind } from '@cadence/contracts';
import { z } from 'zod';
import { modelSchema, windowSchema } from './config-fields.ts';

export const planner = defineKind({
  type: 'PLANNER',
  title: 'Planner',
  summary: 'Asks a model whether tools are needed, and for a plan of calls that depend on one another.',
  family: 'agent',
  icon: 'clipboard-list',
  config: z.strictObject({
    model: modelSchema,
    /** Names of the tools a plan may use. */
    tools: z.array(z.string().min(1)).optional(),
    /** The most calls of one plan. Default 20. */
    maxCalls: z.number().int().min(1).max(100).optional(),
    /** Appended to the prompt. */
    instructions: z.string().optional(),
    windowTokens: windowSchema,
  }),
  labels: ['generate', 'tool_use'],
});
