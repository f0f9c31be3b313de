import { CadenceError } from '@cadence/contracts';

const PATIENCE_MS = 2_000;

/** What the database answers, if it does so soon: probes do not wait as long as work does. */
export async function promptAnswer<T>(answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const message = `The database did not answer within ${PATIENCE_MS} ms.`;
    reject(new CadenceError('STORE_UNAVAILABLE', message, { hint: 'Look whether it is up.' }));
  }, PATIENCE_MS);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
