import { CadenceError } from '@cadence-agents/contracts';
import type { Response as UndiciResponse } from 'undici';

interface Bounds {
  url: URL;
  maxBytes: number | null;
  /** Called when the last byte is there, or nobody wants more. */
  onEnd: () => void;
}

const withoutBody = new Set([204, 205, 304]);

/** The response as `fetch` gives it, whose body fails as soon as it is too large. */
export async function boundedResponse(from: UndiciResponse, bounds: Bounds): Promise<Response> {
  const { url, maxBytes, onEnd } = bounds;
  const most = maxBytes ?? Number.POSITIVE_INFINITY;
  if (Number(from.headers.get('content-length')) > most) {
    await from.body?.cancel();
    throw tooLarge(url, most);
  }
  const body = withoutBody.has(from.status) ? null : from.body;
  if (!body) onEnd();
  const response = new Response(body && counted(body, most, bounds), {
    status: from.status,
    statusText: from.statusText,
    headers: [...from.headers],
  });
  return Object.defineProperty(response, 'url', { value: url.href });
}

function counted(
  body: NonNullable<UndiciResponse['body']>,
  most: number,
  { url, onEnd }: Bounds,
): ReadableStream<Uint8Array> {
  let size = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > most) throw tooLarge(url, most);
      controller.enqueue(chunk);
    },
    flush: onEnd,
    cancel: onEnd,
  });
  return body.pipeThrough(counter);
}

function tooLarge({ hostname }: URL, most: number): CadenceError {
  return new CadenceError('FETCH_FAILED', `The reply of "${hostname}" has more than ${most} bytes.`, {
    hint: 'Ask for less at a time.',
  });
}
