/** How long a provider asks to wait: `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function retryAfterMs(
  header: (name: string) => string | null | undefined,
  now: number,
): number | undefined {
  const ms = number(header('retry-after-ms'));
  if (ms !== undefined) return ms;
  const given = header('retry-after');
  const seconds = number(given);
  if (seconds !== undefined) return Math.ceil(seconds * 1000);
  // Without a word in it, it is no date of HTTP; `Date.parse` takes "-5" for one in 2001.
  const date = /[a-z]/i.test(given ?? '') ? Date.parse(given ?? '') : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function number(text: string | null | undefined): number | undefined {
  return text && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
