import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** What a process sends next; fails when it ends instead, or when the signal is aborted. */
export async function nextMessage(child: ChildProcess, signal: AbortSignal): Promise<unknown> {
  const settled = new AbortController();
  const options = { signal: AbortSignal.any([signal, settled.signal]) };
  try {
    return await Promise.race([
      once(child, 'message', options).then(([message]) => message),
      once(child, 'exit', options).then(() => Promise.reject(new Error('The process ended.'))),
    ]);
  } finally {
    settled.abort();
  }
}
