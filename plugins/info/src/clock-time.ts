export interface ClockTime {
  hour: number;
  minute: number;
}

const pattern = /^(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2})?\s*(?:([ap])\.?m\.?)?(?: ?h| o'clock)?$/i;
const words: Readonly<Record<string, ClockTime>> = {
  noon: { hour: 12, minute: 0 },
  midday: { hour: 12, minute: 0 },
  midnight: { hour: 0, minute: 0 },
};

/** 9:00, 21:30, 9am, 9:30 pm, 9h30, noon, midnight. */
export function parseClockTime(given: string): ClockTime | undefined {
  const text = given.trim().toLowerCase();
  const word = words[text];
  if (word !== undefined) return word;
  const [, hours, minutes = '0', half] = pattern.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const [given12, minute] = [Number(hours), Number(minutes)];
  if (minute > 59 || given12 > 23 || (half !== undefined && (given12 < 1 || given12 > 12))) return undefined;
  const hour = half === undefined ? given12 : (given12 % 12) + (half === 'p' ? 12 : 0);
  return { hour, minute };
}

/** As in `9:00`. */
export function formatClockTime({ hour, minute }: ClockTime): string {
  return `${hour}:${String(minute).padStart(2, '0')}`;
}
