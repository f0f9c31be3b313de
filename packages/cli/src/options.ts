import { CadenceError, type Tone, toneOrDefault, toneSchema } from '@cadence-agents/contracts';
import { InvalidArgumentError } from 'commander';

/** The value of an option that counts something. */
export function countOption(given: string): number {
  const count = Number(given);
  if (Number.isInteger(count) && count > 0) return count;
  throw new InvalidArgumentError('Give a whole number from 1.');
}

/** The value of an option that need not be whole. */
export function numberOption(given: string): number {
  const number = Number(given);
  if (given.trim() !== '' && Number.isFinite(number)) return number;
  throw new InvalidArgumentError('Give a number.');
}

/** The value of an option for an amount of money. */
export function amountOption(given: string): number {
  const amount = Number(given);
  if (given.trim() !== '' && Number.isFinite(amount) && amount >= 0) return amount;
  throw new InvalidArgumentError('Give an amount, as 0.05.');
}

/** The value of an option that is a time, as the API takes it. */
export function timeOption(name: string, given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const time = new Date(given);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new CadenceError('INPUT_INVALID', `"${given}" is no time for ${name}.`, {
    hint: 'Write it as 2026-01-31 or 2026-01-31T08:00:00Z.',
  });
}

/** The value of an option that names one of a few things; refuses others with the nearest that there is. */
export async function oneOf<T extends string>(
  what: string,
  given: string,
  choices: readonly T[],
): Promise<T> {
  const found = choices.find((choice) => choice === given);
  if (found) return found;
  const { nearestName } = await import('@cadence-agents/workflow');
  const nearest = nearestName(given, choices);
  throw new CadenceError('INPUT_INVALID', `There is no ${what} "${given}".`, {
    hint: `${nearest ? `Did you mean "${nearest}"? ` : ''}Use one of: ${choices.join(', ')}.`,
  });
}

/** A blank tone is the default one; an unknown one is a mistake to point out, not one to guess at. */
export async function checkedTone(given = ''): Promise<Tone> {
  const tone = given.trim();
  return tone === '' ? toneOrDefault(tone) : oneOf('tone', tone, toneSchema.options);
}

/** The values of an option that may be given several times. */
export const collect = (given: string, before: readonly string[]): string[] => [...before, given];
