import { createParser } from 'eventsource-parser';

export interface EventReaderOptions {
  onData: (data: string) => void;
  /** Offered each packet that begins a new event; returns `true` when it has taken the packet as one whole event. */
  onPacket?: ((packet: Buffer) => boolean) | undefined;
  /** How much of an unfinished event is buffered; `onTooLarge` is called once there is more. */
  maxChars: number;
  onTooLarge: () => void;
}

export interface EventReader {
  /** Takes the next bytes, which may end anywhere: inside a line, a line break or a character. */
  push(bytes: Buffer): void;
  /** Hands over an event that the end of the stream left without its blank line. */
  end(): void;
}

/** Reads the `data` of server-sent events; model APIs use no other field. */
export function createEventReader(options: EventReaderOptions): EventReader {
  const { onData, onPacket, maxChars, onTooLarge } = options;
  const decoder = new TextDecoder();
  const parser = createParser({
    maxBufferSize: maxChars,
    onEvent: ({ data }) => onData(data),
    onError: ({ type }) => type === 'max-buffer-size-exceeded' && onTooLarge(),
  });
  /** Whether all that came before was whole events, so that the next bytes begin with one. */
  let isBetween = false;
  return {
    push(bytes) {
      if (isBetween && onPacket?.(bytes)) return;
      const packet = isBetween ? bytes.toString() : '';
      if (isOneEvent(packet)) return onData(packet.slice(HEAD.length, -END.length));
      const text = decoder.decode(bytes, { stream: true });
      isBetween = text.endsWith(END);
      parser.feed(text);
    },
    end: () => parser.feed(`${decoder.decode()}\n\n`),
  };
}

const HEAD = 'data: ';
const END = '\n\n';

/** Most models send each token as a packet of its own, which need not be searched for lines and fields. */
const isOneEvent = (packet: string): boolean =>
  packet.startsWith(HEAD) &&
  packet.indexOf('\n') === packet.length - END.length &&
  packet.endsWith(END) &&
  !packet.includes('\r');
