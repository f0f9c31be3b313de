// mathjs with everything switched off that reaches beyond the expression. Only the process that calculates loads it: it
// is large.
import { createRequire } from 'node:module';
import type * as mathjs from 'mathjs';
import { createFormatter } from './format-result.ts';
import { normaliseExpression } from './normalise-expression.ts';

// The same in one file: its thousand modules take eight times as long to load.
const { all, create }: typeof mathjs = createRequire(import.meta.url)('mathjs/lib/browser/math.js');

const unavailable = [
  'chain',
  'compile',
  'config',
  'createUnit',
  'derivative',
  'evaluate',
  'help',
  'import',
  'leafCount',
  'parse',
  'parser',
  'rationalize',
  'resolve',
  'reviver',
  'simplify',
  'simplifyConstant',
  'simplifyCore',
  'symbolicEqual',
];

/** From an expression to its value as text. */
export function createLimitedMath(): (expression: string) => string {
  const math = create(all ?? {}, {});
  math.createUnit({
    mph: '1 mile/hour',
    kph: '1 km/hour',
    nauticalmile: '1852 m',
    knot: { definition: '1852 m/hour', aliases: ['knots'] },
    cal: { definition: '4.184 J', prefixes: 'short' },
  });
  const { evaluate, log } = math;
  const format = createFormatter(math);
  const off = (name: string) => () => {
    throw new Error(`the function ${name} is not available`);
  };
  const replaced = Object.fromEntries(unavailable.map((name) => [name, off(name)]));
  math.import({ ...replaced, ln: (value: number) => log(value) }, { override: true });
  // The other functions are built with `typed`, so it cannot be replaced: it is hidden behind a variable.
  return (expression) => format(evaluate(normaliseExpression(expression), { typed: off('typed') }));
}
