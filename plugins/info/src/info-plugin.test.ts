import { callTool, runPlugin } from '@cadence-agents/sdk/testing';
import { describe, expect, it } from 'vitest';
import { createInfoPlugin } from './info-plugin.ts';
import { usualWeather } from './usual-weather.ts';

const now = () => Date.UTC(2026, 10, 15, 3, 5);
const plugin = createInfoPlugin({ now, zone: 'Europe/Berlin' });
const convert = (time: string, from: string, to: string, date?: string) =>
  callTool(plugin, 'convert_time', { time, from, to, date });

describe('convert_time', () => {
  it('tells both times and their date', async () => {
    expect(await convert('9:00', 'New York', 'Tokyo', '2026-11-15')).toBe(
      '9:00 in New York (America/New_York) is 23:00 the same day in Tokyo (Asia/Tokyo). ' +
        'The date in both is Sunday 15 November 2026.',
    );
  });

  it('tells both dates where they differ', async () => {
    expect(await convert('20:00', 'San Francisco', 'Mumbai', '2026-11-15')).toBe(
      '20:00 in San Francisco (America/Los_Angeles) is 9:30 the next day in Mumbai (Asia/Kolkata). ' +
        'The date is Sunday 15 November 2026 in San Francisco and Monday 16 November 2026 in Mumbai.',
    );
    expect(await convert('9:00', 'Tokyo', 'London')).toContain('is 0:00 the same day in London');
    expect(await convert('8:00', 'Tokyo', 'London')).toContain('is 23:00 the previous day in London');
    expect(await convert('0:30', 'Kiritimati', 'Pago Pago')).toContain('is 23:30 2 days earlier');
  });

  it('follows summer time on the date in question', async () => {
    expect(await convert('9:00', 'New York', 'Tokyo', '2026-07-15')).toContain(
      'is 22:00 the same day in Tokyo',
    );
  });

  it('takes today as the date where the time is given', async () => {
    expect(await convert('9:00', 'Los Angeles', 'UTC')).toContain(
      'The date in both is Saturday 14 November 2026.',
    );
  });

  it('says so when clocks skip a time or show it twice', async () => {
    expect(await convert('2:30', 'New York', 'UTC', '2026-03-08')).toMatch(
      /is 7:30 the same day in UTC .* Clocks in New York skip that time and show 3:30 instead\.$/,
    );
    expect(await convert('1:30', 'New York', 'UTC', '2026-11-01')).toMatch(
      /is 5:30 the same day in UTC .* show that time twice: the second time it is 6:30\.$/,
    );
  });

  it.each([
    ['9:00', 'Atlantis City', 'Tokyo', '"Atlantis City" is not a place whose time is known.'],
    ['9:00', 'Tokyo', 'Australia', '"Australia" has several time zones.'],
    ['25:00', 'Tokyo', 'London', '"25:00" is not a time of day.'],
  ])('refuses %s from %s to %s', async (time, from, to, message) => {
    await expect(convert(time, from, to)).rejects.toMatchObject({
      code: 'TOOL_FAILED',
      message: expect.stringContaining(message),
    });
  });
});

describe('current_time', () => {
  it('tells time and date in a place', async () => {
    expect(await callTool(plugin, 'current_time', { timezone: 'Tokyo' })).toBe(
      'It is 12:05 on Sunday 15 November 2026 in Tokyo (Asia/Tokyo, UTC+09:00).',
    );
    expect(await callTool(plugin, 'current_time', { timezone: 'Honolulu' })).toContain(
      'It is 17:05 on Saturday 14 November 2026 in Honolulu',
    );
  });

  it('tells those of the server when no place is given', async () => {
    expect(await callTool(plugin, 'current_time', {})).toBe(
      'It is 4:05 on Sunday 15 November 2026 where the server is (Europe/Berlin, UTC+01:00).',
    );
  });
});

describe('date_difference', () => {
  const between = (from: string, to: string) => callTool(plugin, 'date_difference', { from, to });

  it('tells days, and years and months', async () => {
    expect(await between('2018-06-27', 'today')).toBe(
      'From Wednesday 27 June 2018 to Sunday 15 November 2026 it is 3063 days (8 years, 4 months, 19 days).',
    );
    expect(await between('2026-01-01', '2026-12-25')).toMatch(/it is 358 days \(11 months, 24 days\)\.$/);
    expect(await between('today', 'tomorrow')).toMatch(/it is 1 day\.$/);
  });

  it('counts back from a later date', async () => {
    expect(await between('2026-11-15', '2026-11-01')).toBe(
      'From Sunday 15 November 2026 back to Sunday 1 November 2026 it is 14 days.',
    );
  });

  it('refuses what is not a date', async () => {
    await expect(between('11/12/2026', 'today')).rejects.toThrow('"11/12/2026" is not a date. Write it as');
  });
});

describe('time_difference', () => {
  const between = (from: string, to: string) => callTool(plugin, 'time_difference', { from, to });

  it('tells how far a place is ahead of another, or behind it', async () => {
    expect(await between('New York', 'Tokyo')).toBe('Tokyo is 14 hours ahead of New York now.');
    expect(await between('Mumbai', 'London')).toBe('London is 5 hours and 30 minutes behind Mumbai now.');
    expect(await between('Berlin', 'Paris')).toBe('Paris and Berlin have the same time.');
  });

  it('follows summer time', async () => {
    const inJuly = createInfoPlugin({ now: () => Date.UTC(2026, 6, 15), zone: 'UTC' });
    const args = { from: 'New York', to: 'Tokyo' };
    expect(await callTool(inJuly, 'time_difference', args)).toBe('Tokyo is 13 hours ahead of New York now.');
  });
});

describe('weather', () => {
  it('tells what is usual in the month that it is there', async () => {
    expect(await callTool(plugin, 'weather', { city: 'tokyo' })).toBe(
      'A day in November in Tokyo usually has 9 to 17 °C. This is no forecast.',
    );
  });

  it('says which cities it knows', async () => {
    await expect(callTool(plugin, 'weather', { city: 'Oslo' })).rejects.toThrow(
      /weather of Oslo is not known. Known: Berlin, London/,
    );
  });

  it('knows a low and a high for each month', () => {
    for (const { lows, highs } of Object.values(usualWeather)) {
      expect([lows.length, highs.length]).toEqual([12, 12]);
      for (const [month, low] of lows.entries()) expect(low).toBeLessThan(highs[month] ?? 0);
    }
  });
});

describe('the info plugin', () => {
  it('lets its agent answer with what the tools say', async () => {
    const run = await runPlugin(plugin, {
      message: 'Who am I, and what time is it here?',
      userId: 'ada',
      script: [
        { toolCalls: [{ name: 'who_am_i' }, { name: 'current_time' }] },
        'You are ada, and it is 4:05.',
      ],
    });
    expect(run.toolCalls.map(({ output }) => output)).toEqual([
      'The user is signed in as "ada".',
      expect.stringContaining('It is 4:05'),
    ]);
    expect(run.answer).toBe('You are ada, and it is 4:05.');
  });

  it('says so when nobody is signed in', async () => {
    expect(await callTool(plugin, 'who_am_i', {})).toBe('Nobody is signed in: the user is not known.');
  });
});
