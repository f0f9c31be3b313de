import { styleText } from 'node:util';
import type { Problem } from '@cadence/contracts';
import { exitCodes } from './exit-code.ts';
import { plural } from './text-table.ts';

export const errorsIn = (problems: readonly Problem[]): number =>
  problems.filter(({ severity }) => severity === 'error').length;

/** Every finding with its place and what to do, then how many there are. */
export function printProblems(about: string, problems: readonly Problem[], write = console.log): void {
  for (const { severity, code, path, message, hint } of problems) {
    const colour = severity === 'error' ? 'red' : 'yellow';
    write(`${styleText(colour, severity)} ${styleText('bold', code)} at ${path}`);
    write(`  ${message}\n  ${styleText('dim', hint)}`);
  }
  const errors = errorsIn(problems);
  write(`${about}: ${plural(errors, 'error')}, ${plural(problems.length - errors, 'warning')}.`);
}

export const exitCodeForProblems = (problems: readonly Problem[]): number =>
  errorsIn(problems) > 0 ? exitCodes.problem : exitCodes.done;
