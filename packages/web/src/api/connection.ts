import { backoffMs } from '@cadence-agents/contracts';

const delays = { firstMs: 1_000, longestMs: 10_000 };
/** A server that has not begun to answer by then is asked whether it is there at all. */
const SILENT_MS = 10_000;
const CHECK_MS = 5_000;

let isUp = true;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let lost = new AbortController();
const listeners = new Set<() => void>();

function note(answers: boolean): void {
  clearTimeout(timer);
  failures = answers ? 0 : failures + 1;
  if (!answers) timer = setTimeout(check, backoffMs(failures - 1, delays));
  if (answers === isUp) return;
  isUp = answers;
  if (isUp) lost = new AbortController();
  else lost.abort();
  for (const listener of listeners) listener();
}

async function check(): Promise<void> {
  try {
    const signal = AbortSignal.timeout(CHECK_MS);
    note(hasAnswered(await fetch('/healthz', { cache: 'no-store', signal })));
  } catch {
    note(false);
  }
}

/** A proxy may answer for a server that is away. */
const hasAnswered = ({ status }: Response) => status !== 502 && status !== 504;

/** Whether the server answers. Every request tells; while none gets through, the server is asked again and again. */
export const connection = {
  isUp: () => isUp,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  check,
  /** Resolves when the server answers, or when nobody waits for that any more. */
  whenUp: (signal?: AbortSignal | null): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        if (!isUp && signal?.aborted !== true) return;
        listeners.delete(look);
        signal?.removeEventListener('abort', look);
        resolve();
      };
      listeners.add(look);
      signal?.addEventListener('abort', look);
      look();
    }),
  /** Aborts when the connection that there is now is lost. */
  lost: (): AbortSignal => lost.signal,
};

/** Sends a request and notes whether the server answered. */
export async function sendWatched(
  send: () => Promise<Response>,
  signal?: AbortSignal | null,
): Promise<Response> {
  const silence = setTimeout(check, SILENT_MS);
  try {
    const response = await send();
    note(hasAnswered(response));
    return response;
  } catch (error) {
    if (signal?.aborted !== true) note(false);
    throw error;
  } finally {
    clearTimeout(silence);
  }
}

// The system's word alone is not enough: a server on this machine answers without a network.
addEventListener('offline', check);
addEventListener('online', check);
