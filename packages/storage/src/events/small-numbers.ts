/** Numbers from 0 to 35 as one digit each, else as they are. */
export type SmallNumbers<T> = string | T[];

export function packNumbers<T extends number | string>(numbers: readonly T[]): SmallNumbers<T> {
  const areSmall = numbers.every(
    (number) => typeof number === 'number' && Number.isInteger(number) && number >= 0 && number < 36,
  );
  return areSmall ? numbers.map((number) => number.toString(36)).join('') : [...numbers];
}

export const unpackNumbers = <T>(packed: SmallNumbers<T>): (T | number)[] =>
  typeof packed === 'string' ? [...packed].map((digit) => Number.parseInt(digit, 36)) : packed;
