import { CadenceError, type Tool } from '@cadence/contracts';
import { z } from 'zod';

const input = z.object({
  expression: z.string().max(1000).describe('An arithmetic expression, such as (3 + 4)^2 / 7'),
});

/** Arithmetic, functions and units by mathjs, with everything that could reach beyond the expression switched off. */
export const calculator: Tool = {
  name: 'calculate',
  description:
    'Calculate the value of an arithmetic expression: + - * / ^ %, sqrt, sin, log, units and more.',
  input,
  idempotent: true,
  timeoutMs: 5000,
  run: async (args) => {
    const { expression } = input.parse(args);
    const evaluate = await loadEvaluate();
    try {
      return evaluate(expression);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : 'it is not an expression';
      throw new CadenceError('TOOL_FAILED', `"${expression}" cannot be calculated: ${why}`, { cause });
    }
  },
};

let evaluator: Promise<(expression: string) => string> | undefined;

// mathjs is large: loaded with the first calculation, not with the program.
function loadEvaluate(): Promise<(expression: string) => string> {
  evaluator ??= import('mathjs').then(({ create, all }) => {
    const math = create(all ?? {}, {});
    const { evaluate, format } = math;
    const off = () => {
      throw new Error('this function is not available');
    };
    const names = [
      'import',
      'createUnit',
      'evaluate',
      'parse',
      'simplify',
      'derivative',
      'resolve',
      'config',
    ];
    math.import(Object.fromEntries(names.map((name) => [name, off])), { override: true });
    return (expression) => format(evaluate(expression), { precision: 14 });
  });
  return evaluator;
}
