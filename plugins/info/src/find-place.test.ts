import { describe, expect, it } from 'vitest';
import { countryZones } from './country-zones.ts';
import { findPlace } from './find-place.ts';
import { placeAliases } from './place-aliases.ts';

describe('findPlace', () => {
  it.each([
    ['Tokyo', 'Tokyo', 'Asia/Tokyo'],
    ['new york', 'New York', 'America/New_York'],
    ['America/New_York', 'New York', 'America/New_York'],
    ['america/new_york', 'New York', 'America/New_York'],
    ['San Francisco', 'San Francisco', 'America/Los_Angeles'],
    ['Beijing', 'Beijing', 'Asia/Shanghai'],
    ['Mumbai', 'Mumbai', 'Asia/Kolkata'],
    ['Asia/Kolkata', 'Kolkata', 'Asia/Kolkata'],
    ['São Paulo', 'Sao Paulo', 'America/Sao_Paulo'],
    ['Paris, France', 'Paris', 'Europe/Paris'],
    ['the UK', 'UK', 'Europe/London'],
    ['The Hague', 'The Hague', 'Europe/Amsterdam'],
    ['Japan', 'Japan', 'Asia/Tokyo'],
    ['UTC', 'UTC', 'UTC'],
    ['UTC+2', 'UTC+02:00', '+02:00'],
    ['gmt -3:30', 'UTC-03:30', '-03:30'],
  ])('finds %s', (given, name, zone) => {
    expect(findPlace(given)).toEqual({ found: true, place: { name, zone } });
  });

  it('asks which zone of a large country is meant', () => {
    const problem =
      '"USA" has several time zones. Say which: New York (America/New_York), Chicago (America/Chicago), ' +
      'Denver (America/Denver), Los Angeles (America/Los_Angeles).';
    expect(findPlace('USA')).toEqual({ found: false, problem });
  });

  it('names the nearest places for a misspelt one', () => {
    expect(findPlace('Tokio')).toMatchObject({ found: false, problem: expect.stringContaining('Tokyo') });
    expect(findPlace('San Fransisco')).toMatchObject({ problem: expect.stringContaining('San Francisco') });
  });

  it.each(['Xyzzyville', 'Mars/Olympus', 'UTC+99', '', '🙂'])('does not guess at "%s"', (given) => {
    expect(findPlace(given)).toEqual({
      found: false,
      problem: expect.stringMatching(
        /is not a place whose time is known\. .*an IANA zone such as Europe\/Paris\.$/,
      ),
    });
  });

  it('lists only zones that exist', () => {
    const zones = [...Object.values(placeAliases), ...Object.values(countryZones).flat()];
    for (const timeZone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
  });
});
