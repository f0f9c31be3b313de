export interface CalendarDate {
  year: number;
  /** From 1. */
  month: number;
  day: number;
}

const msPerDay = 86_400_000;
const relativeDays: Readonly<Record<string, number>> = { yesterday: -1, today: 0, now: 0, tomorrow: 1 };
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const monthName =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const isoDate = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:T.*)?$/;
const dayFirst = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?\\.?(?: of)? ${monthName}\\.?,? (\\d{4})$`, 'i');
const monthFirst = new RegExp(`^${monthName}\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})$`, 'i');

/** 2026-11-15, 15 November 2026, November 15, 2026, today and its neighbours. Not 11/12/2026, which is two days. */
export function parseDate(given: string, today: CalendarDate): CalendarDate | undefined {
  const text = given.trim().replace(/\s+/g, ' ');
  const away = relativeDays[text.toLowerCase()];
  if (away !== undefined) return dateOfDay(dayNumber(today) + away);
  const iso = isoDate.exec(text);
  if (iso) return existing(iso[1], Number(iso[2]), iso[3]);
  const written = dayFirst.exec(text);
  if (written) return existing(written[3], monthNumber(written[2]), written[1]);
  const american = monthFirst.exec(text);
  return american ? existing(american[3], monthNumber(american[1]), american[2]) : undefined;
}

function monthNumber(name = ''): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function existing(
  year: string | undefined,
  month: number,
  day: string | undefined,
): CalendarDate | undefined {
  const date = { year: Number(year), month, day: Number(day) };
  const same = dateOfDay(dayNumber(date));
  const exists = same.year === date.year && same.month === date.month && same.day === date.day;
  return exists ? date : undefined;
}

/** Days since 1 January 1970. */
export function dayNumber({ year, month, day }: CalendarDate): number {
  return Date.UTC(year, month - 1, day) / msPerDay;
}

export function dateOfDay(number: number): CalendarDate {
  const date = new Date(number * msPerDay);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

let written: Intl.DateTimeFormat | undefined;

/** As in `Sunday 15 November 2026`. */
export function formatDate(date: CalendarDate): string {
  // Not made when the plugin is loaded: the first format reads the tables of languages, which takes a while.
  written ??= new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return written.format(new Date(dayNumber(date) * msPerDay)).replace(',', '');
}
