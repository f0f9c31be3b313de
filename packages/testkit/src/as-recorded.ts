import type { RunEvent, StreamedEvent } from '@cadence-agents/contracts';

interface Heard {
  /** Where in the message the reader came in. */
  from: number;
  text: string;
  /** Up to where it was stored. */
  stored: number;
}

/**
 * The events that the record has, from what a reader is given of them one by one: text that came live is put back into
 * the block that it was stored in. Throws when some of a text is missing, or was given twice.
 */
export class RecordedEvents {
  readonly #messages = new Map<string, Heard>();

  /** The event as the record has it; `undefined` for text that is not stored yet. */
  take(event: StreamedEvent): RunEvent | undefined {
    if (event.type === 'on_message_delta') return event.seq === undefined ? undefined : event;
    if (event.type !== 'on_chat_model_stream') return event;
    const { chunk, messageId, offset = 0 } = event.data;
    if (messageId === undefined) return event.seq === undefined ? undefined : event;
    const heard = this.#messages.get(messageId) ?? { from: offset, text: '', stored: offset };
    this.#messages.set(messageId, heard);
    const end = heard.from + heard.text.length;
    if (chunk !== '' && offset !== end)
      throw new Error(`Text at ${offset} follows ${end} of "${messageId}".`);
    heard.text += chunk;
    if (event.seq === undefined) return undefined;
    const { stored, from, text } = heard;
    heard.stored = offset + chunk.length;
    const whole = text.slice(stored - from, heard.stored - from);
    return { ...event, data: { chunk: whole, messageId, offset: stored } };
  }
}

export function asRecorded(streamed: readonly StreamedEvent[]): RunEvent[] {
  const recorded = new RecordedEvents();
  return streamed.flatMap((event) => recorded.take(event) ?? []);
}
