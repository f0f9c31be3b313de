import { type CalendarDate, dayNumber } from './calendar-date.ts';

export interface DateDifference {
  days: number;
  /** The same as full years, full months and the days left. */
  years: number;
  months: number;
  remainingDays: number;
}

/** From an earlier date to a later one. */
export function dateDifference(from: CalendarDate, to: CalendarDate): DateDifference {
  let months = (to.year - from.year) * 12 + to.month - from.month;
  if (dayNumber(monthsLater(from, months)) > dayNumber(to)) months -= 1;
  return {
    days: dayNumber(to) - dayNumber(from),
    years: Math.floor(months / 12),
    months: months % 12,
    remainingDays: dayNumber(to) - dayNumber(monthsLater(from, months)),
  };
}

/** A month after 31 January is the last day of February. */
function monthsLater({ year, month, day }: CalendarDate, months: number): CalendarDate {
  const index = year * 12 + month - 1 + months;
  const target = { year: Math.floor(index / 12), month: (index % 12) + 1 };
  const daysInMonth = new Date(Date.UTC(target.year, target.month, 0)).getUTCDate();
  return { ...target, day: Math.min(day, daysInMonth) };
}
