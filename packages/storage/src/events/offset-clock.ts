/** Milliseconds since the event before, or the text itself when it is not a time in the usual form. */
export type StoredTime = number | string;

/** Turns the times of events that follow one another into offsets, and back. */
export class OffsetClock {
  #last = 0;
  // Most events share their second with the one before, and parsing a time costs more than all the rest of an event.
  #second = '';
  #secondMs = 0;

  offset(time: string): StoredTime {
    const milliseconds = this.#parse(time);
    if (milliseconds === undefined) return time;
    const offset = milliseconds - this.#last;
    this.#last = milliseconds;
    return offset;
  }

  restore(stored: StoredTime): string {
    if (typeof stored === 'string') return stored;
    this.#last += stored;
    return new Date(this.#last).toISOString();
  }

  #parse(time: string): number | undefined {
    if (this.#second !== '' && time.startsWith(this.#second) && /^\d{3}Z$/.test(time.slice(20))) {
      return this.#secondMs + Number(time.slice(20, 23));
    }
    // Longer ones are of years beyond four digits, between which offsets would not be exact.
    const milliseconds = time.length === 24 ? Date.parse(time) : Number.NaN;
    if (Number.isNaN(milliseconds) || new Date(milliseconds).toISOString() !== time) return undefined;
    this.#second = time.slice(0, 20);
    this.#secondMs = milliseconds - Number(time.slice(20, 23));
    return milliseconds;
  }
}
