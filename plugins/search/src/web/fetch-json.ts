import { CadenceError, type ToolContext } from '@cadence-agents/sdk';
import { z } from 'zod';

const timeoutMs = 10_000;

/** What a search is sent with. */
export type Outgoing = Pick<ToolContext, 'fetch' | 'signal'>;

/** What a search service answers; what went wrong as an error that names neither key nor address. */
export async function fetchJson<T>(
  url: string,
  init: RequestInit,
  schema: z.ZodType<T>,
  { fetch, signal }: Outgoing,
): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    // A redirect could carry the key elsewhere.
    const response = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.any([signal, timeout]),
    });
    if (!response.ok) throw refusal(response.status);
    return schema.parse(await response.json());
  } catch (cause) {
    signal.throwIfAborted();
    if (CadenceError.is(cause) && cause.code !== 'FETCH_FAILED') throw cause;
    throw new CadenceError('TOOL_FAILED', `The web search service ${whyFailed(cause, timeout)}.`, { cause });
  }
}

function refusal(status: number): CadenceError {
  const reasons: Readonly<Record<number, string>> = {
    401: 'refuses the key that is set for it',
    403: 'refuses the key that is set for it',
    429: 'allows no more searches for now',
  };
  const why = reasons[status] ?? `answered with status ${status}`;
  return new CadenceError('TOOL_FAILED', `The web search service ${why}.`);
}

function whyFailed(cause: unknown, timeout: AbortSignal): string {
  if (timeout.aborted) return `did not answer within ${timeoutMs / 1000} s`;
  const unexpected = cause instanceof SyntaxError || cause instanceof z.ZodError;
  return unexpected ? 'answered in a form that is not known' : 'could not be reached';
}
