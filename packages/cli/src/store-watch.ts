// Notices, from what the worker reports, that the store keeps it from working: whoever waits would wait for ever.
import { CadenceError } from '@cadence/contracts';
import type { Log } from '@cadence/engine';

export interface StoreWatch {
  log: Log;
  /** Rejects with the fault once waiting has become pointless; never resolves. */
  failed: Promise<never>;
}

/** What nobody can put right while we wait. */
const lasting: ReadonlySet<string> = new Set([
  'STORE_FULL',
  'STORE_CORRUPT',
  'STORE_NEWER',
  'STORE_UNWRITABLE',
]);
const MOST_FAULTS = 3;

export function watchStore(log: Log): StoreWatch {
  const { promise, reject } = Promise.withResolvers<never>();
  // A fault that comes when nobody waits has been told by the log.
  promise.catch(() => {});
  let faults = 0;
  const watched =
    (level: 'warn' | 'error') =>
    (message: string, fields: Record<string, unknown> = {}): void => {
      log[level](message, fields);
      if (!keepsFromWorking(fields)) return;
      faults += 1;
      const isLasting = CadenceError.is(fields.error) && lasting.has(fields.error.code);
      if (isLasting || faults >= MOST_FAULTS) reject(fields.error);
    };
  return { log: { ...log, warn: watched('warn'), error: watched('error') }, failed: promise };
}

/** A fault of the store, or one that belongs to no run and so is the worker's own. */
function keepsFromWorking({ error, ...about }: Record<string, unknown>): boolean {
  if (CadenceError.is(error) && error.code.startsWith('STORE_')) return true;
  return error !== undefined && Object.keys(about).length === 0;
}
