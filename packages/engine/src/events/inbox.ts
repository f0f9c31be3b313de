// What a run tells and one reader has not taken yet. Bounded, since the reader may be slow and the store has it all.
import {
  eventWeight,
  isLiveText,
  isRunEvent,
  type LiveText,
  type RunEvent,
  runTopic,
  type Signals,
} from '@cadence-agents/contracts';

export interface Inbox {
  take(): RunEvent | LiveText | undefined;
  /** Whether something has come within the time; not when some of it was let go, or the reader has gone. */
  more(ms: number): Promise<boolean>;
  /** Whether the run is carried out in this process. */
  isNear(): boolean;
  close(): void;
}

const MOST_ITEMS = 1_000;
const MOST_CHARACTERS = 250_000;
/** About what an object takes beside its text. */
const OBJECT_WEIGHT = 200;

interface Reader {
  signal: AbortSignal | undefined;
  /** Whether text is for it before it is stored. */
  wantsText: boolean;
  /** Takes text past the queue when it can; asked while the reader waits, so that all before it was taken. */
  takeAtOnce: (text: LiveText) => boolean;
}

export function openInbox(signals: Signals, runId: string, reader: Reader): Inbox {
  const { signal, wantsText, takeAtOnce } = reader;
  let queue: (RunEvent | LiveText)[] = [];
  let characters = 0;
  let near = false;
  let letGo = false;
  let wake: ((came: boolean) => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let timerMs = 0;
  const answer = (came: boolean) => {
    wake?.(came);
    wake = undefined;
  };
  const giveUp = () => answer(false);
  const stopListening = signals.subscribe(runTopic(runId), (told) => {
    const isText = isLiveText(told);
    if (isText && (!wantsText || (wake && takeAtOnce(told)))) return;
    if (!isText && !isRunEvent(told)) {
      // Something else has happened to the run: the store has what.
      if (wake) answer(false);
      else letGo = true;
      return;
    }
    near = true;
    characters += isText ? OBJECT_WEIGHT + told.text.length : eventWeight(told);
    if (queue.push(told) > MOST_ITEMS || characters > MOST_CHARACTERS) {
      queue = [];
      characters = 0;
      letGo = true;
    }
    answer(true);
  });
  signal?.addEventListener('abort', giveUp);
  /** One timer for all waits: a new one for each token would cost more than the token. */
  const startTimer = (ms: number) => {
    if (timer && timerMs === ms) timer.refresh();
    else {
      clearTimeout(timer);
      timer = setTimeout(giveUp, ms);
      timerMs = ms;
    }
  };
  return {
    take() {
      const next = queue.shift();
      if (queue.length === 0) characters = 0;
      return next;
    },
    more(ms) {
      if (letGo || signal?.aborted) {
        letGo = false;
        return Promise.resolve(false);
      }
      if (queue.length > 0) return Promise.resolve(true);
      startTimer(ms);
      return new Promise<boolean>((resolve) => {
        wake = resolve;
      });
    },
    isNear: () => near,
    close() {
      stopListening();
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    },
  };
}
