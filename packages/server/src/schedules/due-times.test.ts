import { describe, expect, it } from 'vitest';
import { nextDueTime } from './due-times.ts';

const berlin = { timeZone: 'Europe/Berlin', endsAt: null };
const series = (cron: string, after: string, count: number) => {
  const times: (string | null)[] = [];
  for (let last = after; times.length < count; last = times.at(-1) ?? '9999-01-01T00:00:00Z')
    times.push(nextDueTime({ ...berlin, cron }, last));
  return times;
};

describe('nextDueTime', () => {
  it('keeps to the clocks of its zone', () => {
    expect(series('0 8 * * *', '2026-03-27T12:00:00Z', 2)).toEqual([
      '2026-03-28T07:00:00.000Z',
      '2026-03-29T06:00:00.000Z',
    ]);
  });

  it('is due once on the day that lacks the hour, and once on the day that has it twice', () => {
    expect(series('30 2 * * *', '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
    expect(series('30 2 * * *', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  it('is due at its end and not after it', () => {
    const endsAt = '2026-01-01T08:00:00+01:00';
    expect(nextDueTime({ ...berlin, cron: '0 8 * * *', endsAt }, '2026-01-01T00:00:00Z')).toBe(
      '2026-01-01T07:00:00.000Z',
    );
    expect(nextDueTime({ ...berlin, cron: '0 8 * * *', endsAt }, '2026-01-01T07:00:00Z')).toBeNull();
  });

  it('is never due on a day that no year has', () => {
    expect(nextDueTime({ ...berlin, cron: '0 0 30 2 *' }, '2026-01-01T00:00:00Z')).toBeNull();
  });

  it.each(['', 'soon', '* * * *', '60 * * * *', '0 0 1 1 * * 2030', '2027-01-01T00:00:00', '@reboot'])(
    'refuses "%s"',
    (cron) => {
      expect(() => nextDueTime({ ...berlin, cron }, '2026-01-01T00:00:00Z')).toThrow();
    },
  );
});
