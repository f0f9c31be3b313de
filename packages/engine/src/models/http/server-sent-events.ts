import { createParser } from 'eventsource-parser';

export interface EventReaderOptions {
  onData: (data: string) => void;
  /** How much of an unfinished event is buffered; `onTooLarge` is called once there is more. */
  maxChars: number;
  onTooLarge: () => void;
}

export interface EventReader {
  /** Takes the next bytes, which may end anywhere: inside a line, a line break or a character. */
  push(bytes: Uint8Array): void;
  /** Hands over an event that the end of the stream left without its blank line. */
  end(): void;
}

/** Reads the `data` of server-sent events; model APIs use no other field. */
export function createEventReader({ onData, maxChars, onTooLarge }: EventReaderOptions): EventReader {
  const decoder = new TextDecoder();
  const parser = createParser({
    maxBufferSize: maxChars,
    onEvent: ({ data }) => onData(data),
    onError: ({ type }) => type === 'max-buffer-size-exceeded' && onTooLarge(),
  });
  return {
    push: (bytes) => parser.feed(decoder.decode(bytes, { stream: true })),
    end: () => parser.feed(`${decoder.decode()}\n\n`),
  };
}
