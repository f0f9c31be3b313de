import { CadenceError } from '@cadence/contracts';

/** What scripts can tell a failure by. */
export const exitCodes = { done: 0, problem: 1, usage: 2, unreachable: 3 } as const;

const unreachable = new Set<string>([
  'MODEL_UNAVAILABLE',
  'MODEL_TIMEOUT',
  'STORE_CORRUPT',
  'STORE_FULL',
  'STORE_LOCKED',
  'STORE_NEWER',
  'STORE_UNAVAILABLE',
  'STORE_UNWRITABLE',
  'SERVER_UNREACHABLE',
]);

export function exitCodeOf(errorCode: string): number {
  return unreachable.has(errorCode) ? exitCodes.unreachable : exitCodes.problem;
}

/** Tells a person what went wrong and what to do, and ends with the code that says it to scripts. */
export function fail(error: unknown): never {
  const known = CadenceError.from(error);
  process.stderr.write(`${known.message}\n`);
  // A fault of ours is told in full: nothing that a user wrote leads here.
  if (!CadenceError.is(error)) console.error(error);
  else if (known.hint) process.stderr.write(`${known.hint}\n`);
  process.exit(exitCodeOf(known.code));
}
