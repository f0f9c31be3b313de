import type { StreamedEvent } from '@cadence-agents/contracts';

const FRAME_MS = 16;

/** Events on their way to whoever shows them. */
export interface Batch {
  add(event: StreamedEvent): void;
  /** Hands over at once what waits. */
  flush(): void;
}

/**
 * Collects what arrives within a frame, so that a fast stream is not shown event by event.
 *
 * @example
 * import { batched, createClient } from '@cadence-agents/client';
 *
 * const cadence = createClient({ baseUrl: 'http://127.0.0.1:8000' });
 * const batch = batched((events) => console.log(`${events.length} more`));
 * for await (const event of cadence.stream('trip', { message: 'What is 15 * 23?' })) batch.add(event);
 * batch.flush();
 */
export function batched(show: (events: StreamedEvent[]) => void): Batch {
  let waiting: StreamedEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const arrived = waiting;
    waiting = [];
    show(arrived);
  };
  return {
    add(event) {
      waiting.push(event);
      // A timer, since frames stop in a tab that nobody looks at.
      timer ??= setTimeout(flush, FRAME_MS);
    },
    flush,
  };
}
