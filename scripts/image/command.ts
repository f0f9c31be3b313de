import { execFileSync } from 'node:child_process';

/** Runs a program to its end, which must be a good one; what it says is shown. */
export function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
}

/** The same, and answers with what it printed. */
export function output(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}
