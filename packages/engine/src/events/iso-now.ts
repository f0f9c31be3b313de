let lastMs = 0;
let lastText = '';

/** The time now; writing it out costs more than all the rest of an event, and many events share their millisecond. */
export function isoNow(): string {
  const now = Date.now();
  if (now !== lastMs) {
    lastMs = now;
    lastText = new Date(now).toISOString();
  }
  return lastText;
}
