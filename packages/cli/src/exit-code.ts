import { CadenceError } from '@cadence/contracts';

/** What scripts can tell a failure by. */
export const exitCodes = { done: 0, problem: 1, usage: 2, unreachable: 3 } as const;

const unreachable = new Set<string>(['MODEL_UNAVAILABLE', 'MODEL_TIMEOUT', 'STORE_UNAVAILABLE']);

export function exitCodeOf(errorCode: string): number {
  return unreachable.has(errorCode) ? exitCodes.unreachable : exitCodes.problem;
}

/** Tells a person what went wrong and what to do, and ends with the code that says it to scripts. */
export function fail(error: unknown): never {
  const known = CadenceError.from(error);
  process.stderr.write(`${known.message}\n`);
  if (known.hint) process.stderr.write(`${known.hint}\n`);
  if (known.code === 'INTERNAL' && process.env.CADENCE_LOG_LEVEL === 'debug') console.error(error);
  process.exit(exitCodeOf(known.code));
}
