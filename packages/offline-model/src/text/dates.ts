const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const isoDate = /\b\d{4}-\d{2}-\d{2}\b/;
const written = /\b(\d{1,2}) (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (\d{4})\b/i;

/** The first date that a text has, as `2018-06-27`. */
export function dateIn(text: string): string | undefined {
  const iso = isoDate.exec(text)?.[0];
  if (iso !== undefined) return iso;
  const [, day = '', month = '', year] = written.exec(text) ?? [];
  if (year === undefined) return undefined;
  const number = months.indexOf(month.toLowerCase()) + 1;
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** What `years since …` asks about, where no date says when that was. */
export function undatedEvent(text: string): string | undefined {
  if (!countsTime.test(text) || dateIn(text) !== undefined) return undefined;
  return /\bsince\s+(.+)$/i.exec(text)?.[1];
}

const countsTime = /\b(?:years|months|weeks|days)\s+(?:since|until|between|from)\b/i;

/** Whether it asks for the time between dates, of which it has at least one. */
export const asksForDays = (text: string): boolean => countsTime.test(text) && dateIn(text) !== undefined;
