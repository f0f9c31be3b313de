declare global {
  /** Made by `public/first-calls.js`, which runs before the page does. */
  var firstCalls: Map<string, { key: string | null; response: Promise<Response> }> | undefined;
}

/** The answer to a request that was sent ahead; once, and only to whoever has the same key. */
export function takeFirstCall(url: string, key: string | undefined): Promise<Response> | undefined {
  const sent = globalThis.firstCalls?.get(url);
  globalThis.firstCalls?.delete(url);
  return sent?.key === (key ?? null) ? sent.response : undefined;
}
