import { type CalendarDate, dayNumber, formatDate } from './calendar-date.ts';
import { formatClockTime } from './clock-time.ts';
import type { Place } from './find-place.ts';
import { momentAfterGap, momentsOf, type WallTime, wallTimeAt } from './zoned-time.ts';

/** What time it is elsewhere, in a sentence, and the dates in another. */
export function tellConversion(wall: WallTime, from: Place, to: Place): string {
  const [moment, again] = momentsOf(wall, from.zone);
  const there = wallTimeAt(moment ?? momentAfterGap(wall, from.zone), to.zone);
  const told =
    `${formatClockTime(wall)} in ${from.name} (${from.zone}) is ${formatClockTime(there)} ` +
    `${tellDay(wall, there)} in ${to.name} (${to.zone}).`;
  const notes = [];
  if (moment === undefined) {
    const shown = wallTimeAt(momentAfterGap(wall, from.zone), from.zone);
    notes.push(`Clocks in ${from.name} skip that time and show ${formatClockTime(shown)} instead.`);
  }
  if (again !== undefined) {
    const second = formatClockTime(wallTimeAt(again, to.zone));
    notes.push(
      `Clocks in ${from.name} are set back and show that time twice: the second time it is ${second}.`,
    );
  }
  return [told, tellDates(wall, from, there, to), ...notes].join(' ');
}

function tellDay(here: CalendarDate, there: CalendarDate): string {
  const days = dayNumber(there) - dayNumber(here);
  if (days === 0) return 'the same day';
  if (Math.abs(days) > 1) return `${Math.abs(days)} days ${days > 0 ? 'later' : 'earlier'}`;
  return days > 0 ? 'the next day' : 'the previous day';
}

function tellDates(here: CalendarDate, from: Place, there: CalendarDate, to: Place): string {
  if (dayNumber(here) === dayNumber(there)) return `The date in both is ${formatDate(here)}.`;
  return `The date is ${formatDate(here)} in ${from.name} and ${formatDate(there)} in ${to.name}.`;
}
