import { CadenceError } from '@cadence/contracts';
import { now } from '../machine.ts';

export interface Deadline {
  signal: AbortSignal;
  /** Milliseconds since the epoch. */
  at: number;
  timedOut: () => boolean;
  clear: () => void;
}

/** A signal that aborts after `timeoutMs`, or with `outer`; `clear` lets go of both. */
export function startDeadline(timeoutMs: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  let timedOut = false;
  const cancel = () => controller.abort(new CadenceError('RUN_CANCELLED', 'The run was cancelled.'));
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort(new CadenceError('MODEL_TIMEOUT', `The run took longer than ${timeoutMs} ms.`));
  }, timeoutMs);
  if (outer?.aborted) cancel();
  else outer?.addEventListener('abort', cancel, { once: true });
  return {
    signal: controller.signal,
    at: now() + timeoutMs,
    timedOut: () => timedOut,
    clear() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', cancel);
    },
  };
}
