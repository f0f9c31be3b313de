export interface ClockTime {
  /** As `09:00`. */
  time: string;
  index: number;
}

const pattern =
  /\b([01]?\d|2[0-3])[:.]([0-5]\d)(?!\d)\s*([ap])?\.?(?:m\b)?|\b(1[0-2]|[1-9])\s*([ap])\.?m\b|\b(noon|midday|midnight)\b/gi;

/** The times of day that a text mentions, on a 24-hour clock. */
export function findTimes(text: string): ClockTime[] {
  return [...text.matchAll(pattern)]
    .filter(([whole, , , , , , word]) => word !== undefined || /:|[ap]\.?m/i.test(whole))
    .map((match) => ({ time: clock(match), index: match.index }));
}

function clock([, hours, minutes, half, wholeHours, wholeHalf, word]: RegExpExecArray): string {
  if (word !== undefined) return word.toLowerCase() === 'midnight' ? '00:00' : '12:00';
  const side = (half ?? wholeHalf)?.toLowerCase();
  const given = Number(hours ?? wholeHours);
  const base = side === undefined || given > 12 ? given : given % 12;
  const hour = side === 'p' && given <= 12 ? base + 12 : base;
  return `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`;
}
