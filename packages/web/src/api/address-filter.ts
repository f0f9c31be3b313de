// Filters that a page has in its address: what cannot be read is left out.

type Search = Readonly<Record<string, unknown>>;

/** A number in the address may have been written as text. */
export function readTexts<Key extends string>(
  search: Search,
  keys: readonly Key[],
): Partial<Record<Key, string>> {
  const found: Partial<Record<Key, string>> = {};
  for (const key of keys) {
    const value = String(search[key] ?? '').trim();
    if (value !== '') found[key] = value;
  }
  return found;
}

export interface Days {
  from?: string;
  to?: string;
}

export function readDays(search: Search): Days {
  const { from, to } = readTexts(search, ['from', 'to']);
  return { ...(isDay(from) && { from }), ...(isDay(to) && { to }) };
}

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** As times: days are those of the reader, both included. */
export const timesOf = ({ from, to }: Days): Days => ({
  ...(from !== undefined && { from: startOfDay(from, 0) }),
  ...(to !== undefined && { to: startOfDay(to, 1) }),
});

function startOfDay(day: string, later: number): string {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + later);
  return date.toISOString();
}
