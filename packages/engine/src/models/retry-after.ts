/** How long a provider asks to wait: `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const ms = number(headers.get('retry-after-ms'));
  if (ms !== undefined) return ms;
  const given = headers.get('retry-after');
  const seconds = number(given);
  if (seconds !== undefined) return Math.ceil(seconds * 1000);
  const date = given === null ? Number.NaN : Date.parse(given);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function number(text: string | null): number | undefined {
  return text !== null && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
