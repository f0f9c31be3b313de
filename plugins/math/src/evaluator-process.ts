// The process that calculates. It can be stopped while it is busy, and when an expression uses up its memory nothing
// else goes down with it, unlike a worker thread, whose lack of memory ends the whole program.
import { createContext, runInContext } from 'node:vm';
import type { Evaluation } from './evaluation.ts';
import { createLimitedMath } from './limited-math.ts';

const context = createContext({ calculate: createLimitedMath(), expression: '' });
const timeout = Number(process.argv[2]);

function evaluate(expression: string): Evaluation {
  context.expression = expression;
  try {
    // The caller stops what takes too long; this is for when the caller itself was killed.
    return { ok: true, value: String(runInContext('calculate(expression)', context, { timeout })) };
  } catch (cause) {
    return { ok: false, problem: cause instanceof Error ? cause.message : 'it is not an expression' };
  }
}

process.on('message', (expression: string) => process.send?.(evaluate(expression)));
process.send?.('ready');
