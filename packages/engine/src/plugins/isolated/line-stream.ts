import type { Readable } from 'node:stream';

/** The longest message either side takes: more would only fill the memory of the other. */
export const LONGEST_LINE = 16 * 1024 * 1024;

/** Calls `onLine` for every line of a stream; once one is too long, `onTooLong`, and nothing after that. */
export function readLines(stream: Readable, onLine: (line: string) => void, onTooLong: () => void): void {
  let parts: string[] = [];
  let length = 0;
  const read = (chunk: string) => {
    const pieces = chunk.split('\n');
    for (const [index, piece] of pieces.entries()) {
      length += piece.length;
      if (length > LONGEST_LINE) {
        parts = [];
        stream.off('data', read).resume();
        return onTooLong();
      }
      parts.push(piece);
      if (index === pieces.length - 1) continue;
      const line = parts.join('');
      parts = [];
      length = 0;
      onLine(line);
    }
  };
  stream.setEncoding('utf8').on('data', read);
}
