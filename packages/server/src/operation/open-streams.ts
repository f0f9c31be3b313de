import { settlesWithin } from '@cadence-agents/contracts';

/** The streams of events that are open: how many, and how to end them. */
export interface OpenStreams {
  size(): number;
  /** How many readers were dropped so far because they stopped reading. */
  dropped(): number;
  countDropped(): void;
  /** Notes a stream and how to end it; returns how to note that it has ended. */
  add(end: () => void): () => void;
  /** Ends them all; resolves when they have ended, or after the timeout. */
  endAll(timeoutMs: number): Promise<void>;
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
    async endAll(timeoutMs) {
      if (open.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      onEmpty = resolve;
      for (const end of open) end();
      await settlesWithin(timeoutMs, promise);
    },
  };
}
