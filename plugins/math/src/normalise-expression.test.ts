import { describe, expect, it } from 'vitest';
import { normaliseExpression } from './normalise-expression.ts';

describe('normaliseExpression', () => {
  it.each([
    ['15 × 23', '15 * 23'],
    ['8 ÷ 2 − 1', '8 / 2 - 1'],
    ['2**10', '2^10'],
    ['3² + √16', '3^2 + sqrt(16)'],
    ['12% of 250', '12% * 250'],
    ['12 percent of 250', '12% * 250'],
    ['20 °C to °F', '20  degC to  degF'],
    ['15 * 23 = ?', '15 * 23'],
    ['x = 3; x * 2', 'x = 3; x * 2'],
  ])('reads %s as %s', (written, expected) => {
    expect(normaliseExpression(written)).toBe(expected);
  });
});
