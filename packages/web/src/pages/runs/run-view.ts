import type { RunEvent, StreamedEvent } from '@cadence-agents/contracts';
import { noProgress, type RunProgress, reduceRunProgress } from '../../graph/run-progress.ts';

/** What a page shows of a run. Parts that a batch of events leaves alone keep their identity. */
export interface RunView {
  lastSeq: number;
  /** All events but the pieces of messages. */
  events: readonly RunEvent[];
  progress: RunProgress;
  answer: AnswerText;
}

export interface AnswerText {
  text: string;
  /** What was thought before it was said. */
  reasoning: string;
  /** The run has ended with it. */
  isFinal: boolean;
  /** The next token begins a text anew: another model call or node has begun since the last one. */
  isStale: boolean;
}

export const noRunView: RunView = {
  lastSeq: 0,
  events: [],
  progress: noProgress,
  answer: { text: '', reasoning: '', isFinal: false, isStale: false },
};

/** Takes a batch of events up; those that were seen before change nothing. */
export function reduceRunView(view: RunView, batch: readonly StreamedEvent[]): RunView {
  const fresh = batch.filter(({ seq }) => seq === undefined || seq > view.lastSeq);
  if (fresh.length === 0) return view;
  const told = fresh.filter(
    (event) => event.type !== 'on_chat_model_stream' && event.type !== 'on_message_delta',
  );
  return {
    lastSeq: fresh.findLast(({ seq }) => seq !== undefined)?.seq ?? view.lastSeq,
    events: told.length === 0 ? view.events : [...view.events, ...told],
    progress: told.reduce(reduceRunProgress, view.progress),
    answer: reduceAnswer(view.answer, fresh),
  };
}

/**
 * The text of the last model call that streamed any. It is kept until a later call says something, since what comes
 * after the answer (a summary, a check) says nothing to the reader.
 */
function reduceAnswer(before: AnswerText, events: readonly StreamedEvent[]): AnswerText {
  let { text, reasoning, isFinal, isStale } = before;
  const pieces: string[] = [];
  for (const event of events) {
    if (event.type === 'on_chat_model_stream') {
      // All of it was shown before it was stored.
      if (event.data.chunk === '') continue;
      if (isStale) {
        text = '';
        pieces.length = 0;
      }
      isStale = false;
      isFinal = false;
      pieces.push(event.data.chunk);
    } else if (event.type === 'on_message_delta') {
      if (event.data.part === 'reasoning')
        reasoning = (event.data.offset === 0 ? '' : reasoning) + event.data.delta;
    } else if (event.type === 'on_chat_model_start' || event.type === 'on_node_start') {
      isStale = true;
    } else if (event.type === 'on_custom_event' && event.data.status === 'answer_restarted') {
      isStale = true;
    } else if (event.type === 'on_run_end') {
      // What was said before it was stopped is worth keeping.
      if (event.data.answer !== '') {
        text = event.data.answer;
        pieces.length = 0;
      }
      isFinal = event.data.status !== 'awaiting_human';
    }
  }
  text += pieces.join('');
  const isSame =
    text === before.text &&
    reasoning === before.reasoning &&
    isFinal === before.isFinal &&
    isStale === before.isStale;
  return isSame ? before : { text, reasoning, isFinal, isStale };
}
