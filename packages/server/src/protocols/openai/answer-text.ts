// The text of an answer as it comes, for a reader that can take nothing back.
import type { Followed } from '@cadence-agents/engine';

export interface AnswerText {
  /** What the event, or text that is not stored yet, adds to the text; empty when nothing. */
  take(told: Followed): string;
  /** What is still missing of the answer. */
  finish(answer: string): string;
}

const BREAK = '\n\n';

export function createAnswerText(answering: ReadonlySet<string>): AnswerText {
  /** Of the model call under way, or of the last one that said something. */
  let said = '';
  /** What the reader has of a text that was begun anew. */
  let stale = '';
  let isOver = false;
  let hasText = false;

  const next = () => {
    isOver = said !== '' || stale !== '';
  };
  const add = (chunk: string): string => {
    if (chunk === '') return '';
    if (isOver) {
      isOver = false;
      said = chunk;
      stale = '';
      return BREAK + chunk;
    }
    said += chunk;
    hasText = true;
    return stale === '' ? chunk : beyondStale();
  };
  /** A text told again mostly begins as it did before: what the reader has of it is not repeated. */
  const beyondStale = (): string => {
    if (stale.startsWith(said)) return '';
    const had = stale;
    stale = '';
    return said.startsWith(had) ? said.slice(had.length) : BREAK + said;
  };
  return {
    take(event) {
      switch (event.type) {
        case 'text':
          return answering.has(event.node) ? add(event.text) : '';
        case 'on_chat_model_stream':
          return answering.has(event.node ?? '') ? add(event.data.chunk) : '';
        case 'on_chat_model_start':
        case 'on_node_start':
          next();
          return '';
        case 'on_custom_event':
          if (event.data.status === 'answer_restarted' && !isOver) {
            stale ||= said;
            said = '';
          }
          return '';
        default:
          return '';
      }
    },
    finish(answer) {
      if (!hasText) return answer;
      const shown = stale || said;
      if (answer.startsWith(shown)) return answer.slice(shown.length);
      return BREAK + answer;
    },
  };
}
