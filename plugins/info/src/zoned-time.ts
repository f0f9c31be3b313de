// Between moments and what clocks show, by the rules that Intl knows: summer time, and zones that changed.
import type { CalendarDate } from './calendar-date.ts';
import type { ClockTime } from './clock-time.ts';

/** What the clock and the calendar of a place show. */
export type WallTime = CalendarDate & ClockTime;

const msPerMinute = 60_000;
const msPerDay = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

export function wallTimeAt(moment: number, zone: string): WallTime {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  };
}

/** The moments at which a place shows a time: two when clocks are set back over it, none when they skip it. */
export function momentsOf(wall: WallTime, zone: string): number[] {
  const asUtc = utcOf(wall);
  // The offset may change within the day: those around it are all there can be.
  const offsets = [asUtc - msPerDay, asUtc + msPerDay].map((moment) => offsetMinutes(moment, zone));
  const moments = [...new Set(offsets)].map((offset) => asUtc - offset * msPerMinute);
  return moments.filter((moment) => utcOf(wallTimeAt(moment, zone)) === asUtc).sort((a, b) => a - b);
}

/** The moment of a time that clocks skip, were they not set forward: an hour too far on most such days. */
export function momentAfterGap(wall: WallTime, zone: string): number {
  const asUtc = utcOf(wall);
  return asUtc - offsetMinutes(asUtc - msPerDay, zone) * msPerMinute;
}

/** As in `UTC+09:00`. */
export function formatOffset(moment: number, zone: string): string {
  const offset = offsetMinutes(moment, zone);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `UTC${offset < 0 ? '-' : '+'}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
}

/** How far the clocks of a place are ahead of UTC. */
export function offsetMinutes(moment: number, zone: string): number {
  const minute = Math.floor(moment / msPerMinute) * msPerMinute;
  return (utcOf(wallTimeAt(minute, zone)) - minute) / msPerMinute;
}

function utcOf({ year, month, day, hour, minute }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });
  formats.set(timeZone, format);
  return format;
}
