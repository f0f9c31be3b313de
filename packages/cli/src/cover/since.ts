import { InvalidArgumentError } from 'commander';

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `30d`, `12h`, `90m` ago, or a date, as the time in ISO form. */
export function sinceOption(text: string): string {
  const [, amount, unit] = /^(\d+)([mhd])$/.exec(text) ?? [];
  const isUnit = (name: string | undefined): name is keyof typeof units =>
    name !== undefined && name in units;
  const time = isUnit(unit) ? Date.now() - Number(amount) * units[unit] : Date.parse(text);
  if (Number.isFinite(time)) return new Date(time).toISOString();
  throw new InvalidArgumentError('Give a time as 30d, 12h or 90m, or a date as 2026-01-31.');
}
