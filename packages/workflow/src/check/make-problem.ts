import type { Problem } from '@cadence-agents/contracts';
import { type ProblemCode, problemCodes } from '../problem-codes.ts';

export function makeProblem(code: ProblemCode, path: string, message: string, hint: string): Problem {
  return { severity: problemCodes[code].severity, code, path, message, hint };
}
