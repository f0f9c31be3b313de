import { CadenceError } from '@cadence/contracts';

/** Stops waiting for `work` after `ms`. Nothing can interrupt code that never yields the event loop. */
export async function withinTime<T>(ms: number, what: string, work: () => Promise<T> | T): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new CadenceError('PLUGIN_FAILED', `${what} took longer than ${ms} ms.`)),
    ms,
  );
  try {
    return await Promise.race([work(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
