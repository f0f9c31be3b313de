/** The streams of events that are open: how many, and how to end them. */
export interface OpenStreams {
  size(): number;
  /** How many readers were dropped so far because they stopped reading. */
  dropped(): number;
  countDropped(): void;
  /** Notes a stream and how to end it; returns how to note that it has ended. */
  add(end: () => void): () => void;
  /** Ends them all in good order; resolves when that is done, or after so long. */
  endAll(patienceMs: number): Promise<void>;
}

export function createOpenStreams(): OpenStreams {
  const open = new Set<() => void>();
  let dropped = 0;
  let onEmpty = () => {};
  return {
    size: () => open.size,
    dropped: () => dropped,
    countDropped: () => void dropped++,
    add(end) {
      open.add(end);
      return () => {
        open.delete(end);
        if (open.size === 0) onEmpty();
      };
    },
    async endAll(patienceMs) {
      if (open.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, patienceMs);
      onEmpty = resolve;
      for (const end of open) end();
      await promise;
      clearTimeout(timer);
    },
  };
}
