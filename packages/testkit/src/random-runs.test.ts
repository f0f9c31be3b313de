import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partOf, seed } from './random-runs.ts';

describe('random tests', () => {
  it.each([
    { part: 0.1, whole: 3_000, least: 5, runs: 300 },
    { part: 0.1, whole: 25, least: 5, runs: 5 },
    { part: 0.1, whole: 3, least: 5, runs: 3 },
    { part: 0.1, whole: 60, least: 20, runs: 20 },
    { part: 1, whole: 60, least: 20, runs: 60 },
    { part: 20, whole: 500, least: 5, runs: 10_000 },
  ])('run $runs times of $whole when the part is $part, and $least is the least', ({ runs, ...given }) => {
    expect(partOf(given.part, given.whole, given.least)).toBe(runs);
  });

  it('draw the same each time, and name the seed when they fail', () => {
    const drawn = () => {
      const numbers: number[] = [];
      fc.assert(fc.property(fc.integer(), (number) => void numbers.push(number)));
      return numbers;
    };
    expect(drawn()).toEqual(drawn());
    const fails = () => fc.assert(fc.property(fc.nat(), (number) => number < 5));
    expect(fails).toThrow(`seed: ${seed},`);
  });
});
