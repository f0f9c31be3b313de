import { expect, it } from 'vitest';
import { mayBeHourly, rangeStart, rangeTimes } from './usage-range.ts';

const now = Date.parse('2026-03-10T15:42:00Z');

it('begins at the start of a day, with as many days as it says', () => {
  expect(new Date(rangeStart('7d', 'day', now)).toISOString()).toBe('2026-03-04T00:00:00.000Z');
  const days = rangeTimes('7d', 'day', now);
  expect(days).toHaveLength(7);
  expect(new Date(days.at(-1) ?? 0).toISOString()).toBe('2026-03-10T00:00:00.000Z');
});

it('begins at the start of an hour', () => {
  const hours = rangeTimes('24h', 'hour', now);
  expect(hours).toHaveLength(24);
  expect(new Date(hours[0] ?? 0).toISOString()).toBe('2026-03-09T16:00:00.000Z');
  expect(new Date(hours.at(-1) ?? 0).toISOString()).toBe('2026-03-10T15:00:00.000Z');
});

it('takes no hours for a long range', () => {
  expect([mayBeHourly('24h'), mayBeHourly('7d'), mayBeHourly('30d')]).toEqual([true, true, false]);
});
