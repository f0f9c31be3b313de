const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** How long ago in words; a date once it is more than a month. */
export function timeAgo(then: number, now: number): string {
  const passed = now - then;
  if (passed > 30 * 86_400_000) return dates.format(then);
  const unit = units.find(([, length]) => passed >= length);
  if (unit === undefined) return 'just now';
  return format.format(-Math.floor(passed / unit[1]), unit[0]);
}
