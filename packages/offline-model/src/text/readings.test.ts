import { describe, expect, it } from 'vitest';
import { readClues } from './clues.ts';
import { findPlaces } from './places.ts';
import { findTimes } from './times.ts';
import { mentions, wordsOf } from './words.ts';

describe('wordsOf', () => {
  it('takes names apart and synonyms together', () => {
    expect(wordsOf('goto_math_agent')).toEqual(new Set(['goto', 'calculate']));
    expect(wordsOf('webSearch')).toEqual(wordsOf('look up the web'));
  });
});

describe('mentions', () => {
  it('finds whole words and phrases', () => {
    expect(mentions('- New York: big', 'new_york')).toBe(true);
    expect(mentions('mathematics', 'math')).toBe(false);
    expect(mentions('anything', '!')).toBe(false);
  });
});

describe('findTimes', () => {
  it.each([
    ['at 9:00 in Paris', ['09:00']],
    ['9 pm or 9:30am', ['21:00', '09:30']],
    ['12 am, noon and midnight', ['00:00', '12:00', '00:00']],
    ['3.50 euros, 2 apples, 1:5', []],
  ])('reads "%s"', (text, expected) => {
    expect(findTimes(text).map(({ time }) => time)).toEqual(expected);
  });
});

describe('findPlaces', () => {
  it.each([
    ['What time is it in Tokyo when it is 9:00 in New York?', ['Asia/Tokyo', 'America/New_York']],
    ['time in tokyo', ['Asia/Tokyo']],
    ['from Europe/Paris to San Francisco', ['Europe/Paris', 'America/Los_Angeles']],
    ['my mobile phone', []],
  ])('knows the zones of "%s"', (text, zones) => {
    expect(findPlaces(text).map(({ zone }) => zone)).toEqual(zones);
  });

  it('takes an unknown name after a preposition for a place', () => {
    expect(findPlaces('the weather in Little Snoring')).toMatchObject([
      { name: 'Little Snoring', zone: undefined },
    ]);
  });
});

describe('readClues', () => {
  it.each([
    ['Please search for async programming.', 'async programming'],
    ['search for research and development', 'research and development'],
    ['Could you tell me about the Eiffel tower?', 'Eiffel tower'],
    ['Search', 'Search'],
  ])('knows what "%s" is about', (text, topic) => {
    expect(readClues(text).topic).toBe(topic);
  });

  it('finds what is quoted, and no apostrophe', () => {
    expect(readClues("Translate 'good day' now").quoted).toBe('good day');
    expect(readClues("what's Bob's plan").quoted).toBeUndefined();
  });

  it('reads where from and where to', () => {
    expect(readClues('convert 100 USD to EUR')).toMatchObject({ from: 'USD', to: 'EUR', numbers: [100] });
    expect(readClues('from Paris to New York.')).toMatchObject({ from: 'Paris', to: 'New York' });
  });
});
