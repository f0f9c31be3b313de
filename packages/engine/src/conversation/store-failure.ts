// Decides when the store has failed for good, so that nobody waits for a run that cannot go on.
import { CadenceError } from '@cadence-agents/contracts';

export interface StoreFailure {
  /** Rejects with a typed error once waiting has become pointless; never resolves. */
  failed: Promise<never>;
  report(error: unknown): void;
  /** What was reported so far has passed. */
  recovered(): void;
}

/** What nobody can put right while we wait. */
const lasting: ReadonlySet<string> = new Set([
  'STORE_FULL',
  'STORE_CORRUPT',
  'STORE_NEWER',
  'STORE_UNWRITABLE',
]);
const MOST_FAULTS = 3;

export function watchStoreFailure(): StoreFailure {
  const { promise, reject } = Promise.withResolvers<never>();
  // A fault that comes when nobody waits is in the log.
  promise.catch(() => {});
  let faults = 0;
  return {
    failed: promise,
    report(error) {
      faults += 1;
      if (faults >= MOST_FAULTS || isLasting(error)) reject(typed(error));
    },
    recovered() {
      faults = 0;
    },
  };
}

/** Whether it was the store that failed a run, and not the run itself. */
export const isStoreFault = (error: unknown): boolean =>
  CadenceError.is(error) && error.code.startsWith('STORE_');

/** Whether it takes a person to put it right, so that nobody should wait. */
export const isLasting = (error: unknown): boolean => CadenceError.is(error) && lasting.has(error.code);

function typed(error: unknown): CadenceError {
  if (CadenceError.is(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new CadenceError('STORE_UNAVAILABLE', `The database does not work: ${reason}.`, {
    hint: 'Look at it with: cadence doctor',
    cause: error,
  });
}
