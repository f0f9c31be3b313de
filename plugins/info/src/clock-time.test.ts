import { describe, expect, it } from 'vitest';
import { formatClockTime, parseClockTime } from './clock-time.ts';

describe('parseClockTime', () => {
  it.each([
    ['9:00', '9:00'],
    ['09:00', '9:00'],
    ['21:30:15', '21:30'],
    ['9am', '9:00'],
    ['9:30 p.m.', '21:30'],
    ['12 am', '0:00'],
    ['12pm', '12:00'],
    ['9h30', '9:30'],
    ['Noon', '12:00'],
    ['midnight', '0:00'],
  ])('reads %s as %s', (given, expected) => {
    const time = parseClockTime(given);
    expect(time && formatClockTime(time)).toBe(expected);
  });

  it.each(['', '25:00', '9:60', '13 pm', '0am', 'soon'])('takes "%s" for no time', (given) => {
    expect(parseClockTime(given)).toBeUndefined();
  });
});
