import { expect, it } from 'vitest';
import { fuzzyScore } from './fuzzy-score.ts';

const best = (typed: string, texts: readonly string[]) =>
  texts
    .flatMap((text) => {
      const score = fuzzyScore(typed, text);
      return score === undefined ? [] : [{ text, score }];
    })
    .toSorted((a, b) => b.score - a.score)
    .map(({ text }) => text);

it('has words before beginnings of words, and those before letters anywhere', () => {
  expect(best('set', ['Usage of tests', 'Reset', 'Settings'])).toEqual([
    'Settings',
    'Reset',
    'Usage of tests',
  ]);
  expect(best('nc', ['Inbox since', 'New conversation'])[0]).toBe('New conversation');
});

it('leaves out what lacks a letter, or has them in another order', () => {
  expect(fuzzyScore('zq', 'Settings')).toBeUndefined();
  expect(fuzzyScore('gnittes', 'Settings')).toBeUndefined();
  expect(fuzzyScore('', 'Settings')).toBeDefined();
});
