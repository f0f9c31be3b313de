import type { ToolCallPiece } from '@cadence-agents/contracts';
import type { AsidePart, Emitter, TellText } from './emitter.ts';
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
  #think: TellText | undefined;
  /** By the id of the call. */
  #calls: Map<string, TellText> | undefined;

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
    this.#think = undefined;
    this.#calls = undefined;
    return messageId;
  }

  /** Adds to the message. */
  add(piece: string): void {
    this.#tell(piece);
  }

  /** Adds to what the message has been thought out with. */
  think(piece: string): void {
    this.#think ??= this.#aside({ part: 'reasoning' });
    this.#think(piece);
  }

  /** Adds to the arguments of a call that the message makes. */
  call({ id: callId, name: tool, text }: ToolCallPiece): void {
    this.#calls ??= new Map();
    const tell = this.#calls.get(callId) ?? this.#aside({ part: 'tool_call', callId, tool });
    this.#calls.set(callId, tell);
    tell(text);
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

  #aside(part: AsidePart): TellText {
    return this.#messageId === undefined ? () => {} : this.#events.aside(this.#node, this.#messageId, part);
  }

  /** What was shown of the message is void, and another takes its place, whose id is returned. */
  restart(): string {
    const next = this.#newId();
    this.#next = next;
    this.#events.for(this.#node)('on_custom_event', restarted(this.#messageId, next));
    return next;
  }
}
