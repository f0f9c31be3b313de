import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findArithmetic } from './arithmetic.ts';

describe('findArithmetic', () => {
  it.each([
    ['What is 15 * 23?', '15 * 23'],
    ["what's 12% of 250", '12 / 100 * 250'],
    ['15 percent of 80', '15 / 100 * 80'],
    ['calculate (3+4)^2', '(3+4)^2'],
    ['2 plus 2', '2 + 2'],
    ['how much is seven times eight', '7 * 8'],
    ['square root of 144', 'sqrt(144)'],
    ['what is the square root of 144 plus one?', 'sqrt(144) + 1'],
    ['Search for async programming and calculate 2026 - 2018', '2026 - 2018'],
    ['one hundred and five minus twenty-three', '105 - 23'],
    ['two thousand and five plus one', '2005 + 1'],
    ['the sum of 2 and 3', '2 + 3'],
    ['add 2 and 3', '2 + 3'],
    ['subtract three from ten', '10 - 3'],
    ['divide 10 by 4', '10 / 4'],
    ['7 squared', '7^2'],
    ['5 x 6, please', '5 * 6'],
    ['1,234 + 5', '1234 + 5'],
    ['6 × 7 ÷ 2', '6 * 7 / 2'],
    ['sqrt(16) * max(1, -2)', 'sqrt(16) * max(1, -2)'],
  ])('reads "%s" as %s', (text, expected) => {
    expect(findArithmetic(text)).toBe(expected);
  });

  it.each(['', 'hello', 'I am 42', 'on 2026-11-15 at 9:00', '((( - )))', 'well - no'])(
    'finds none in "%s"',
    (text) => {
      expect(findArithmetic(text)).toBeUndefined();
    },
  );

  it('takes the longest of several', () => {
    expect(findArithmetic('first 1+1, then 10 + 20 + 30')).toBe('10 + 20 + 30');
  });

  it('gives balanced brackets, whatever the text', () => {
    const piece = fc.constantFrom('(', ')', '1', '+', '*', '-', 'sqrt', ',', ' ', 'two', '%');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const found = findArithmetic(pieces.join('')) ?? '';
        expect(found.split('(').length).toBe(found.split(')').length);
      }),
    );
  });

  it('does not take long over a text made to be slow', () => {
    const started = performance.now();
    findArithmetic('(1+'.repeat(660));
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
