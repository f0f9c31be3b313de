// Everyday names that mathjs does not know, or takes for something rarer: C is a coulomb to it.
const names: Readonly<Record<string, string>> = {
  c: 'degC',
  f: 'degF',
  '°c': 'degC',
  '°f': 'degF',
  centigrade: 'degC',
  'degrees celsius': 'degC',
  'degrees fahrenheit': 'degF',
  kg: 'kg',
  km: 'km',
  pound: 'lbm',
  pounds: 'lbm',
  calories: 'cal',
  kilocalories: 'kcal',
  horsepower: 'hp',
  'fluid ounce': 'floz',
  'fluid ounces': 'floz',
  'nautical mile': 'nauticalmile',
  'nautical miles': 'nauticalmile',
  'miles per hour': 'mph',
  'kilometers per hour': 'kph',
  'km per hour': 'kph',
  'meters per second': 'm/s',
};

const spellings: readonly [RegExp, string][] = [
  [/\s+/g, ' '],
  [/²/g, '^2'],
  [/³/g, '^3'],
  [/metre/gi, 'meter'],
  [/litre/gi, 'liter'],
  [/^(?:square|sq\.?) (\w+)$/i, '$1^2'],
  [/^(?:cubic|cu\.?) (\w+)$/i, '$1^3'],
];
const wellFormed = /^[a-z]\w*(?: ?[*/^] ?-?\w+)*$/i;
// `Miles` is miles, but `MB` is not mb.
const capitalised = /^[A-Z][a-z]{3,}/;

/** A unit in the spelling of mathjs; undefined for what cannot be one. */
export function unitName(given: string): string | undefined {
  const name = spellings.reduce((text, [pattern, spelling]) => text.replace(pattern, spelling), given.trim());
  const known = names[name.toLowerCase()];
  if (known !== undefined) return known;
  if (!wellFormed.test(name)) return undefined;
  return capitalised.test(name) ? name.toLowerCase() : name;
}
