import { now } from '../machine.ts';

let lastMs = 0;
let lastText = '';

/** The time now; writing it out costs more than all the rest of an event, and many events share their millisecond. */
export function isoNow(): string {
  const ms = now();
  if (ms !== lastMs) {
    lastMs = ms;
    lastText = new Date(ms).toISOString();
  }
  return lastText;
}
