import { describe, expect, it } from 'vitest';
import { createLimitedMath } from './limited-math.ts';

const calculate = createLimitedMath();

describe('createLimitedMath', () => {
  it.each([
    ['15 * 23', '345'],
    ['12 / 100 * 250', '30'],
    ['12% of 250', '30'],
    ['200 + 15%', '230'],
    ['sqrt(144)', '12'],
    ['(3+4)^2', '49'],
    ['0.1 + 0.2', '0.3'],
    ['1 / 3', '0.33333333333333'],
    ['12345678 * 87654321', '1082152022374638'],
    ['2^64', '1.844674407371e+19'],
    ['bigint(2)^bigint(64)', '18446744073709551616'],
    ['bignumber(2)^100', '1267650600228229401496703205376'],
    ['5 inch to cm', '12.7 cm'],
    ['20 °C to °F', '68 degF'],
    ['100 kph to mph', '62.137119223733 mph'],
    ['ln(e^2)', '2'],
    ['sqrt(-4)', '2i'],
    ['mean([1, 2, 6])', '3'],
    ['[0.1 + 0.2, 123456789012345]', '[0.3, 123456789012345]'],
    ['f(x) = x^2; f(4)', '16'],
  ])('calculates %s as %s', (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });

  it.each([
    ['1 / 0', 'divides by zero'],
    ['10^10^10', 'too large'],
    ['0 / 0', 'not a number'],
    ['1 +', 'Unexpected end of expression'],
    ['foo(2)', 'Undefined function foo'],
    ['5 m to kg', 'Units do not match'],
    ['f(x) = x', 'a function and not a value'],
    ['ones(100, 100)', 'too long to show'],
    ['   ', 'no value'],
  ])('says what is wrong with %s', (expression, problem) => {
    expect(() => calculate(expression)).toThrow(problem);
  });

  it.each([
    'import({})',
    'createUnit("foo")',
    'evaluate("1")',
    'parse("1")',
    'compile("1")',
    'parser()',
    'simplify("x + x")',
    'derivative("x^2", "x")',
    'resolve("x")',
    'config({})',
    'reviver()',
    'typed("f", {})',
    'help(sin)',
  ])('has no %s', (expression) => {
    expect(() => calculate(expression)).toThrow('is not available');
  });

  it.each(['cos.constructor("return 1")', '"a".constructor', '[].map.constructor', 'constructor'])(
    'does not let %s out',
    (expression) => {
      expect(() => calculate(expression)).toThrow(/No access to|Cannot access|is not a function/);
    },
  );

  it('forgets variables from one expression to the next', () => {
    expect(calculate('kept = 3')).toBe('3');
    expect(() => calculate('kept')).toThrow('Undefined symbol kept');
  });
});
