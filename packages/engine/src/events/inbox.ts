// The events of a run that one reader has not taken yet. Bounded, since the reader may be slow and the store has them all.
import {
  eventWeight,
  isLiveText,
  isRunEvent,
  type RunEvent,
  runTopic,
  type Signals,
} from '@cadence/contracts';

export interface Inbox {
  take(): RunEvent | undefined;
  /** Whether something has come within the time; not when some of it was let go, or the reader has gone. */
  more(ms: number): Promise<boolean>;
  /** Whether the run is carried out in this process. */
  isNear(): boolean;
  close(): void;
}

const MOST_EVENTS = 1_000;
const MOST_CHARACTERS = 250_000;

export function openInbox(signals: Signals, runId: string, signal: AbortSignal | undefined): Inbox {
  let queue: RunEvent[] = [];
  let characters = 0;
  let near = false;
  let letGo = false;
  let wake: ((came: boolean) => void) | undefined;
  const answer = (came: boolean) => {
    wake?.(came);
    wake = undefined;
  };
  const giveUp = () => answer(false);
  const stopListening = signals.subscribe(runTopic(runId), (event) => {
    if (isLiveText(event)) return;
    if (!isRunEvent(event)) {
      // Something else has happened to the run: the store has what.
      letGo = true;
      answer(false);
      return;
    }
    near = true;
    characters += eventWeight(event);
    if (queue.push(event) > MOST_EVENTS || characters > MOST_CHARACTERS) {
      queue = [];
      characters = 0;
      letGo = true;
    }
    answer(true);
  });
  signal?.addEventListener('abort', giveUp);
  return {
    take() {
      const next = queue.shift();
      if (queue.length === 0) characters = 0;
      return next;
    },
    async more(ms) {
      if (letGo || signal?.aborted) {
        letGo = false;
        return false;
      }
      if (queue.length > 0) return true;
      const timer = setTimeout(giveUp, ms);
      try {
        return await new Promise<boolean>((resolve) => {
          wake = resolve;
        });
      } finally {
        clearTimeout(timer);
      }
    },
    isNear: () => near,
    close() {
      stopListening();
      signal?.removeEventListener('abort', giveUp);
    },
  };
}
