import { InvalidArgumentError } from 'commander';

/** The value of an option that counts something. */
export function countOption(given: string): number {
  const count = Number(given);
  if (Number.isInteger(count) && count > 0) return count;
  throw new InvalidArgumentError('Give a whole number from 1.');
}
