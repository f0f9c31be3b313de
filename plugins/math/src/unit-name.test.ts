import { describe, expect, it } from 'vitest';
import { unitName } from './unit-name.ts';

describe('unitName', () => {
  it.each([
    ['inch', 'inch'],
    ['Miles', 'miles'],
    ['MB', 'MB'],
    ['KM', 'km'],
    ['C', 'degC'],
    ['degrees  Fahrenheit', 'degF'],
    ['kilometres per hour', 'kph'],
    ['square feet', 'feet^2'],
    ['m²', 'm^2'],
    ['kg/m^3', 'kg/m^3'],
  ])('spells %s as %s', (given, expected) => {
    expect(unitName(given)).toBe(expected);
  });

  it.each(['', '5', 'm; 1', 'cm) + f(', 'a b'])('takes "%s" for no unit', (given) => {
    expect(unitName(given)).toBeUndefined();
  });
});
