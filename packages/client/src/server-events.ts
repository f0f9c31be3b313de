import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';

/** The events of a `text/event-stream`, as they come. */
export async function* serverEvents({ body }: Response): AsyncGenerator<EventSourceMessage> {
  if (!body) return;
  const messages = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  // Not every browser can iterate a stream.
  const reader = messages.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Also when the consumer has seen enough.
    await reader.cancel().catch(() => {});
  }
}
