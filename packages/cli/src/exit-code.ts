import { CadenceError, serializeError } from '@cadence-agents/contracts';
import { asTyped } from './command-name.ts';

/** What scripts can tell a failure by. */
export const exitCodes = { done: 0, problem: 1, usage: 2, unreachable: 3 } as const;

const unreachable = new Set<string>([
  'ARCHIVE_AWAY',
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
  process.stderr.write(`${asTyped(known.message)}\n`);
  // Its words may be a stranger's, with a secret or a prompt in them.
  if (!CadenceError.is(error)) process.stderr.write(`${outlineOf(error)}\n`);
  else if (known.hint) process.stderr.write(`${asTyped(known.hint)}\n`);
  process.exit(exitCodeOf(known.code));
}

/** What an error is and where it comes from, without its words. */
export function outlineOf(error: unknown): string {
  const { type, code, at = [] } = serializeError(error);
  return [code === undefined ? type : `${type} (${code})`, ...at.map((frame) => `  at ${frame}`)].join('\n');
}
