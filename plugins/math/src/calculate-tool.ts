import { type Tool, tool } from '@cadence-agents/sdk';
import { z } from 'zod';
import { evaluated } from './evaluated.ts';
import type { Evaluator } from './evaluator.ts';

export function calculateTool(evaluator: Evaluator): Tool {
  return tool({
    name: 'calculate',
    description:
      'Calculate the value of a mathematical expression: add, subtract, multiply, divide, power, percent, sqrt, ' +
      'sin, log, mean, std, matrices, complex numbers and units. Use bigint(2)^bigint(64) for exact large integers.',
    input: z.object({
      expression: z
        .string()
        .min(1)
        .max(1000)
        .describe(
          'A mathematical expression, such as (3 + 4)^2 / 7, 12% of 250, sqrt(144) or 2 feet + 5 inch to cm',
        ),
    }),
    readOnly: true,
    warmUp: evaluator.warmUp,
    run: ({ expression }, { signal }) => evaluated(evaluator, expression, signal),
  });
}
