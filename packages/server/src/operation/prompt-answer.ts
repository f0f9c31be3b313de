import { CadenceError, withTimeout } from '@cadence-agents/contracts';

const TIMEOUT_MS = 2_000;

/** What the database answers, with a short timeout: probes do not wait as long as work does. */
export function promptAnswer<T>(answer: Promise<T>): Promise<T> {
  const message = `The database did not answer within ${TIMEOUT_MS} ms.`;
  return withTimeout(TIMEOUT_MS, () => answer, {
    error: () => new CadenceError('STORE_UNAVAILABLE', message, { hint: 'Look whether it is up.' }),
  });
}
