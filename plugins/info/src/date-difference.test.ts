import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CalendarDate, dateOfDay } from './calendar-date.ts';
import { dateDifference } from './date-difference.ts';

const date = (year: number, month: number, day: number): CalendarDate => ({ year, month, day });

describe('dateDifference', () => {
  it('counts full years and months, and the days left', () => {
    expect(dateDifference(date(2018, 6, 27), date(2026, 11, 15))).toEqual({
      days: 3063,
      years: 8,
      months: 4,
      remainingDays: 19,
    });
  });

  it('takes the last day of a short month for the end of a long one', () => {
    expect(dateDifference(date(2026, 1, 31), date(2026, 3, 1))).toEqual({
      days: 29,
      years: 0,
      months: 1,
      remainingDays: 1,
    });
  });

  it('counts leap days', () => {
    expect(dateDifference(date(2024, 2, 28), date(2024, 3, 1)).days).toBe(2);
    expect(dateDifference(date(2025, 2, 28), date(2025, 3, 1)).days).toBe(1);
  });

  it('never leaves a month or more of days, nor fewer than none', () => {
    const day = fc.integer({ min: -20_000, max: 40_000 });
    fc.assert(
      fc.property(day, day, (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const difference = dateDifference(dateOfDay(from), dateOfDay(to));
        expect(difference.days).toBe(to - from);
        expect(difference.years).toBeGreaterThanOrEqual(0);
        expect(difference.months).toBeGreaterThanOrEqual(0);
        expect(difference.months).toBeLessThan(12);
        expect(difference.remainingDays).toBeGreaterThanOrEqual(0);
        expect(difference.remainingDays).toBeLessThan(31);
      }),
    );
  });
});
