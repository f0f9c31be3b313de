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
  let parse: ReturnType<typeof byteParser> | undefined;
  /** Whether all that came before was whole events, so that the next bytes begin with one. */
  let isBetween = true;
  let hasBegun = false;
  return {
    push(bytes) {
      const isFirst = !hasBegun;
      hasBegun = true;
      if (isBetween && onPacket?.(bytes)) return;
      const packet = isBetween ? bytes.toString() : '';
      if (isOneEvent(packet)) return onData(packet.slice(HEAD.length, -END.length));
      parse ??= byteParser({ onData, maxChars, onTooLarge }, isFirst);
      isBetween = parse(bytes).endsWith(END);
    },
    end: () => void parse?.(),
  };
}

/** For packets that are not one event each, which many streams never have. Returns the text of what it was given. */
function byteParser(
  { onData, maxChars, onTooLarge }: EventReaderOptions,
  fromStart: boolean,
): (bytes?: Buffer) => string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: !fromStart });
  const parser = createParser({
    maxBufferSize: maxChars,
    onEvent: ({ data }) => onData(data),
    onError: ({ type }) => type === 'max-buffer-size-exceeded' && onTooLarge(),
  });
  // Later in a stream a byte order mark is an ordinary character; the parser drops one from the first text it is fed.
  if (!fromStart) parser.feed('\n');
  return (bytes) => {
    const text = bytes ? decoder.decode(bytes, { stream: true }) : `${decoder.decode()}\n\n`;
    parser.feed(text);
    return text;
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
