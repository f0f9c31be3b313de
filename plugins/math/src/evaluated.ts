import { CadenceError } from '@cadence-agents/sdk';
import type { Evaluator } from './evaluator.ts';

/** The value of an expression; its problem as an error whose message the model may read. */
export async function evaluated(
  evaluator: Evaluator,
  expression: string,
  signal: AbortSignal,
): Promise<string> {
  const evaluation = await evaluator.evaluate(expression, signal);
  if (evaluation.ok) return evaluation.value;
  throw new CadenceError('TOOL_FAILED', `"${expression}" cannot be calculated: ${evaluation.problem}`);
}
