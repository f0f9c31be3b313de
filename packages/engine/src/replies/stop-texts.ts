// A reply ends before the first of the texts that the caller named, also where the provider does not look for them.

/** The text up to the first of these. */
export function beforeStop(text: string, stops: readonly string[]): string {
  const places = stops.map((stop) => text.indexOf(stop)).filter((place) => place >= 0);
  return places.length === 0 ? text : text.slice(0, Math.min(...places));
}

export interface StopFilter {
  push(piece: string): void;
  /** Nothing more comes: what was held back is not the beginning of a stop. */
  end(): void;
  /** The text begins anew. */
  reset(): void;
}

/** Passes text on until one of the stops comes. What may be the beginning of one is held back. */
export function stopFilter(stops: readonly string[], pass: (piece: string) => void): StopFilter {
  let held = '';
  let isOver = false;
  const tell = (text: string) => {
    if (text !== '') pass(text);
  };
  return {
    push(piece) {
      if (isOver) return;
      held += piece;
      const before = beforeStop(held, stops);
      isOver = before.length < held.length;
      const keep = isOver ? 0 : begunAtEnd(before, stops);
      held = isOver ? '' : before.slice(before.length - keep);
      tell(before.slice(0, before.length - keep));
    },
    end() {
      tell(held);
      held = '';
    },
    reset() {
      held = '';
      isOver = false;
    },
  };
}

/** How many characters at the end of the text may be the beginning of a stop. */
function begunAtEnd(text: string, stops: readonly string[]): number {
  const longest = Math.max(0, ...stops.map(({ length }) => length)) - 1;
  for (let length = Math.min(longest, text.length); length > 0; length--) {
    const end = text.slice(text.length - length);
    if (stops.some((stop) => stop.startsWith(end))) return length;
  }
  return 0;
}
