import type { Emitter, TellText } from './emitter.ts';
import { restarted } from './restarted.ts';

/** What a visit says to readers, as messages with ids. */
export class VisitText {
  readonly #events: Emitter;
  readonly #node: string;
  readonly #newId: () => string;
  /** The message that was begun last. */
  #messageId: string | undefined;
  /** One that an event has named and that has not been begun. */
  #next: string | undefined;
  #tell: TellText = () => {};

  constructor(events: Emitter, node: string, newId: () => string) {
    this.#events = events;
    this.#node = node;
    this.#newId = newId;
  }

  /** Begins a message; returns its id, which it keeps wherever it is shown and stored. */
  begin(): string {
    const messageId = this.#next ?? this.#newId();
    const node = this.#node;
    this.#next = undefined;
    this.#messageId = messageId;
    this.#events.for(node)('on_message_start', { messageId, role: 'assistant', node });
    this.#tell = this.#events.text(node, messageId);
    return messageId;
  }

  /** Adds to the message. */
  add(piece: string): void {
    this.#tell(piece);
  }

  /** Ends the message. */
  end(finishReason: string): void {
    if (this.#messageId === undefined) return;
    this.#events.for(this.#node)('on_message_end', { messageId: this.#messageId, finishReason });
  }

  /** Tells a message that is there as a whole; returns its id. */
  say(chunk: string): string {
    const messageId = this.begin();
    this.#events.for(this.#node)('on_chat_model_stream', { chunk, messageId, offset: 0 });
    this.end('stop');
    return messageId;
  }

  /** What was shown of the message is void, and another takes its place, whose id is returned. */
  restart(): string {
    const next = this.#newId();
    this.#next = next;
    this.#events.for(this.#node)('on_custom_event', restarted(this.#messageId, next));
    return next;
  }
}
