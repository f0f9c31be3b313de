// Reading a response's body without letting it grow past a bound.

export interface BodyText {
  text: string;
  /** `cut`: the connection broke off; `too_large`: reading stopped at the bound. */
  end: 'complete' | 'cut' | 'too_large';
}

export type BodyReader = ReadableStreamDefaultReader<Uint8Array>;

// How long a connection may take to end after its reply has, before it is dropped instead of reused.
const lingerMs = 1_000;

export async function readBody(response: Response, maxChars: number): Promise<BodyText> {
  const length = response.headers.get('content-length');
  // Reading at once is cheaper, and safe where the size is known; a compressed body may grow past any size.
  if (length !== null && Number(length) <= maxChars && !response.headers.has('content-encoding')) {
    return response.text().then(
      (text) => ({ text, end: 'complete' }),
      () => ({ text: '', end: 'cut' }),
    );
  }
  const reader = response.body?.getReader();
  if (reader === undefined) return { text: '', end: 'complete' };
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const chunk = await reader.read().catch(() => undefined);
    if (chunk === undefined) return { text, end: 'cut' };
    if (chunk.done) return { text: text + decoder.decode(), end: 'complete' };
    text += decoder.decode(chunk.value, { stream: true });
    if (text.length > maxChars) {
      discard(reader);
      return { text: text.slice(0, maxChars), end: 'too_large' };
    }
  }
}

/** Reads what is left after the reply's end, so that the connection can serve the next call. */
export function drain(reader: BodyReader): void {
  const timer = setTimeout(() => discard(reader), lingerMs);
  timer.unref();
  const readOn = (): Promise<void> =>
    reader.read().then((chunk) => (chunk.done ? clearTimeout(timer) : readOn()));
  readOn().catch(() => clearTimeout(timer));
}

function discard(reader: BodyReader): void {
  // A body that is already broken cannot be cancelled, which is as good.
  reader.cancel().catch(() => {});
}
