// Notices, from what the worker reports, that the store keeps it from working: whoever waits would wait for ever.
import { CadenceError } from '@cadence/contracts';
import type { Log } from '@cadence/engine';

export interface StoreWatch {
  log: Log;
  /** Rejects with the fault once waiting has become pointless; never resolves. */
  failed: Promise<never>;
}

/** What another process, or the server, may put right while we wait. */
const passing: ReadonlySet<string> = new Set(['STORE_LOCKED', 'STORE_UNAVAILABLE']);
const MOST_PASSING = 3;

export function watchStore(log: Log): StoreWatch {
  const { promise, reject } = Promise.withResolvers<never>();
  // A fault that comes when nobody waits has been told by the log.
  promise.catch(() => {});
  let passed = 0;
  const notice = (error: unknown) => {
    if (!CadenceError.is(error) || !error.code.startsWith('STORE_')) return;
    if (passing.has(error.code)) passed += 1;
    if (!passing.has(error.code) || passed >= MOST_PASSING) reject(error);
  };
  const watched =
    (level: 'warn' | 'error') =>
    (message: string, fields?: Record<string, unknown>): void => {
      log[level](message, fields);
      notice(fields?.error);
    };
  return { log: { ...log, warn: watched('warn'), error: watched('error') }, failed: promise };
}
