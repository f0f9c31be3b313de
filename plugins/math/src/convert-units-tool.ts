import { CadenceError, type Tool, tool } from '@cadence-agents/sdk';
import { z } from 'zod';
import { evaluated } from './evaluated.ts';
import type { Evaluator } from './evaluator.ts';
import { unitName } from './unit-name.ts';

const unit = z.string().min(1).max(50);

export function convertUnitsTool(evaluator: Evaluator): Tool {
  return tool({
    name: 'convert_units',
    description:
      'Convert a quantity from one unit of measurement to another: length, weight, volume, area, speed, ' +
      'temperature, pressure, energy, data and more.',
    input: z.object({
      value: z.number().describe('How much, in the unit to convert from'),
      from: unit.describe('The unit of the value, such as inches, miles, pounds, celsius or km/h'),
      to: unit.describe('The unit that is wanted, such as cm, km, kg, fahrenheit or mph'),
    }),
    readOnly: true,
    warmUp: evaluator.warmUp,
    run: async ({ value, from, to }, { signal }) => {
      const [source, target] = [unitName(from), unitName(to)];
      if (source === undefined || target === undefined) throw notUnit(source === undefined ? from : to);
      return `${value} ${from} = ${await evaluated(evaluator, `${value} ${source} to ${target}`, signal)}`;
    },
  });
}

function notUnit(name: string): CadenceError {
  return new CadenceError(
    'TOOL_FAILED',
    `"${name}" is not the name of a unit. Write it as inch, kg, km/h or m^2.`,
  );
}
