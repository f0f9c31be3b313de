// Only the `data` of server-sent events matters to model APIs, so only that is kept.

export interface EventParser {
  /** Takes the next bytes, which may end anywhere: inside a line, a line break or a character. */
  push(bytes: Uint8Array): void;
  /** Hands over an event that the end of the stream left without its blank line. */
  end(): void;
  /** Characters held back until their line is complete. */
  readonly pending: number;
}

export function createEventParser(onData: (data: string) => void): EventParser {
  const decoder = new TextDecoder();
  let line = '';
  let data: string | undefined;

  function takeLine(raw: string): void {
    const text = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (text === '') {
      dispatch();
    } else if (text.startsWith('data:')) {
      const value = text.slice(text.charCodeAt(5) === 32 ? 6 : 5);
      data = data === undefined ? value : `${data}\n${value}`;
    }
  }

  function dispatch(): void {
    if (data === undefined) return;
    const complete = data;
    data = undefined;
    onData(complete);
  }

  function takeText(text: string): void {
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      const rest = text.slice(start, end);
      takeLine(line === '' ? rest : line + rest);
      line = '';
      start = end + 1;
    }
    if (start < text.length) line += start === 0 ? text : text.slice(start);
  }

  return {
    push: (bytes) => takeText(decoder.decode(bytes, { stream: true })),
    end() {
      takeText(decoder.decode());
      takeLine(line);
      line = '';
      dispatch();
    },
    get pending() {
      return line.length + (data?.length ?? 0);
    },
  };
}
