import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatOffset, momentsOf, wallTimeAt } from './zoned-time.ts';

const newYork = 'America/New_York';

describe('wallTimeAt', () => {
  it('shows midnight as 0:00 of the day that begins', () => {
    expect(wallTimeAt(Date.UTC(2026, 10, 15, 5), newYork)).toEqual({
      year: 2026,
      month: 11,
      day: 15,
      hour: 0,
      minute: 0,
    });
  });
});

describe('momentsOf', () => {
  const at = (month: number, day: number, hour: number, minute = 0) =>
    momentsOf({ year: 2026, month, day, hour, minute }, newYork).map((moment) =>
      new Date(moment).toISOString(),
    );

  it('follows summer time', () => {
    expect(at(1, 15, 9)).toEqual(['2026-01-15T14:00:00.000Z']);
    expect(at(7, 15, 9)).toEqual(['2026-07-15T13:00:00.000Z']);
  });

  it('finds no moment for a time that clocks skip', () => {
    expect(at(3, 8, 2, 30)).toEqual([]);
  });

  it('finds both moments of a time that clocks show twice', () => {
    expect(at(11, 1, 1, 30)).toEqual(['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z']);
  });

  it('finds every moment again from what a clock shows at it', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const minutes = fc.integer({ min: Date.UTC(1990) / 60_000, max: Date.UTC(2040) / 60_000 });
    fc.assert(
      fc.property(zones, minutes, (zone, minute) => {
        const moment = minute * 60_000;
        expect(momentsOf(wallTimeAt(moment, zone), zone)).toContain(moment);
      }),
    );
  });
});

describe('formatOffset', () => {
  it.each([
    ['Asia/Tokyo', 'UTC+09:00'],
    ['Asia/Kolkata', 'UTC+05:30'],
    ['America/St_Johns', 'UTC-03:30'],
    ['UTC', 'UTC+00:00'],
  ])('tells that of %s', (zone, offset) => {
    expect(formatOffset(Date.UTC(2026, 0, 1), zone)).toBe(offset);
  });
});
