export interface TimeoutOptions {
  /** Aborts the work too. */
  signal?: AbortSignal;
  /** What the promise rejects with, and the reason of the work's signal, when the time is up. */
  error: () => unknown;
}

/**
 * Runs work for at most so long. Its signal aborts when the time is up, or together with the caller's; the promise
 * rejects at that moment, whether or not the work obeys the signal.
 *
 * @example
 * const health = await withTimeout(5_000, (signal) => ask(url, { signal }), {
 *   error: () => new CadenceError('PLUGIN_FAILED', 'The health check took longer than 5000 ms.'),
 * });
 */
export async function withTimeout<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T> | T,
  { signal: outer, error }: TimeoutOptions,
): Promise<T> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const stopped = Promise.withResolvers<never>();
  const stop = (reason: unknown) => {
    controller.abort(reason);
    stopped.reject(reason);
  };
  const onOuterAbort = () => stop(outer?.reason);
  const timer = setTimeout(() => stop(error()), timeoutMs);
  outer?.addEventListener('abort', onOuterAbort, { once: true });
  try {
    return await Promise.race([work(controller.signal), stopped.promise]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', onOuterAbort);
  }
}

/** Waits for a promise for at most so long; false when it was still open then. */
export async function settlesWithin(timeoutMs: number, promise: Promise<unknown>): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), timeoutMs);
  try {
    return await Promise.race([promise.then(() => true), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
