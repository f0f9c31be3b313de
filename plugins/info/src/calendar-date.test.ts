import { describe, expect, it } from 'vitest';
import { formatDate, parseDate } from './calendar-date.ts';

const today = { year: 2026, month: 12, day: 31 };

describe('parseDate', () => {
  it.each([
    ['2026-11-15', 'Sunday 15 November 2026'],
    ['2024-02-29', 'Thursday 29 February 2024'],
    ['15 November 2026', 'Sunday 15 November 2026'],
    ['1st of May 2027', 'Saturday 1 May 2027'],
    ['Nov 15, 2026', 'Sunday 15 November 2026'],
    ['today', 'Thursday 31 December 2026'],
    ['Tomorrow', 'Friday 1 January 2027'],
    ['yesterday', 'Wednesday 30 December 2026'],
  ])('reads %s', (given, expected) => {
    const date = parseDate(given, today);
    expect(date && formatDate(date)).toBe(expected);
  });

  it.each(['2026-02-29', '2026-13-01', '11/12/2026', '32 May 2026', 'Friday', ''])(
    'takes "%s" for no date',
    (given) => {
      expect(parseDate(given, today)).toBeUndefined();
    },
  );
});
