import { CadenceError } from '@cadence/contracts';

/** Runs `work` with a signal that fires after `timeoutMs` or with `outer`, and stops waiting then. */
export async function runWithin<T>(
  timeoutMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T> | T,
): Promise<T> {
  outer.throwIfAborted();
  const controller = new AbortController();
  const stop = Promise.withResolvers<never>();
  const abort = (reason: unknown) => {
    controller.abort(reason);
    stop.reject(reason);
  };
  const onOuter = () => abort(outer.reason);
  const timer = setTimeout(
    () => abort(new CadenceError('TOOL_TIMEOUT', `It took longer than ${timeoutMs} ms and was stopped.`)),
    timeoutMs,
  );
  outer.addEventListener('abort', onOuter, { once: true });
  try {
    return await Promise.race([work(controller.signal), stop.promise]);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', onOuter);
  }
}
