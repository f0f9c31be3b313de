interface Breaking {
  fetch: typeof fetch;
  /** How often one broke. */
  broken(): number;
  /** Where each of the next ones went on. */
  cursors: string[];
}

/** Connections that break: each stream after so many bytes, until there are no more numbers. */
export function breakingAfter(sizes: Iterable<number>): Breaking {
  const left = sizes[Symbol.iterator]();
  const cursors: string[] = [];
  let broken = 0;
  return {
    broken: () => broken,
    cursors,
    fetch: async (input, init) => {
      const cursor = new Headers(init?.headers).get('last-event-id');
      if (cursor !== null) cursors.push(cursor);
      const response = await fetch(input, init);
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      const next = isStream ? left.next() : { done: true as const };
      if (next.done || !response.body) return response;
      let rest = next.value;
      const cut = new TransformStream<Uint8Array, Uint8Array>({
        transform(bytes, controller) {
          controller.enqueue(bytes.subarray(0, rest));
          rest -= bytes.length;
          if (rest > 0) return;
          broken += 1;
          controller.error(new TypeError('The connection broke.'));
        },
      });
      return new Response(response.body.pipeThrough(cut), response);
    },
  };
}
