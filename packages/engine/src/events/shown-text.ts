import type { LiveText, RunEvent } from '@cadence-agents/contracts';

/**
 * What one reader has seen of a run's text, so that it is given each part once, whether it comes live, in a block, late
 * or twice. Only an event opens a message: live text of any other is not for this reader.
 */
export class ShownText {
  /** The message under way; `undefined` while a reader that has come back was told of none, `null` between messages. */
  #messageId: string | null | undefined;
  #shown: number;

  /** A reader that has come back may have seen some of the text that follows. */
  constructor(offset: number) {
    this.#shown = offset;
  }

  /** The event, of text without what was shown of it. */
  next(event: RunEvent): RunEvent {
    switch (event.type) {
      case 'on_chat_model_stream':
        return this.#block(event);
      case 'on_message_start':
      case 'on_chat_model_start':
        this.#open(event.data.messageId ?? null);
        return event;
      case 'on_custom_event': {
        const { status, next } = event.data;
        if (status === 'answer_restarted') this.#open(typeof next === 'string' ? next : null);
        else this.#messageId ??= null;
        return event;
      }
      default:
        this.#messageId ??= null;
        return event;
    }
  }

  /** What of the text is new and follows on what was shown; `undefined` when nothing does. */
  nextLive(live: LiveText): LiveText | undefined {
    const { messageId, offset, text } = live;
    const shown = this.#shown;
    const end = offset + text.length;
    if (messageId !== this.#messageId || offset > shown || end <= shown) return undefined;
    this.#shown = end;
    return offset === shown ? live : { ...live, offset: shown, text: text.slice(shown - offset) };
  }

  #open(messageId: string | null): void {
    this.#messageId = messageId;
    this.#shown = 0;
  }

  #block(event: Extract<RunEvent, { type: 'on_chat_model_stream' }>): RunEvent {
    const { chunk, messageId, offset = 0 } = event.data;
    if (messageId === undefined) return event;
    this.#messageId ??= messageId;
    if (this.#messageId !== messageId) this.#open(messageId);
    const shown = this.#shown;
    const end = offset + chunk.length;
    this.#shown = Math.max(shown, end);
    if (shown <= offset) return event;
    const from = Math.min(shown, end);
    return { ...event, data: { chunk: chunk.slice(from - offset), messageId, offset: from } };
  }
}
