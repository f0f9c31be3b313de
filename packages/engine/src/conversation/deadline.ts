import { CadenceError } from '@cadence-agents/contracts';
import { now } from '../machine.ts';

export interface Deadline {
  signal: AbortSignal;
  /** Milliseconds since the epoch. */
  at: number;
  timedOut: () => boolean;
  /** Has this called before the signal aborts: cheaper than to listen to it. */
  beforeAbort: (note: () => void) => void;
  clear: () => void;
}

/** A signal that aborts after `timeoutMs`, or with `outer`; `clear` lets go of both. */
export function startDeadline(timeoutMs: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  let timedOut = false;
  let note = () => {};
  const abort = (error: CadenceError) => {
    if (!controller.signal.aborted) note();
    controller.abort(error);
  };
  const cancel = () => abort(new CadenceError('RUN_CANCELLED', 'The run was cancelled.'));
  const timer = setTimeout(() => {
    timedOut = true;
    abort(new CadenceError('MODEL_TIMEOUT', `The run took longer than ${timeoutMs} ms.`));
  }, timeoutMs);
  if (outer?.aborted) cancel();
  else outer?.addEventListener('abort', cancel, { once: true });
  return {
    signal: controller.signal,
    at: now() + timeoutMs,
    timedOut: () => timedOut,
    beforeAbort(given) {
      note = given;
    },
    clear() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', cancel);
    },
  };
}
