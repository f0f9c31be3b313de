import { CadenceError } from '@cadence-agents/contracts';

/** The database's milliseconds as the API's time. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function isoTimeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : isoTime(milliseconds);
}

/** The API's time as the database's milliseconds. */
export function millisecondsOf(time: string): number {
  const milliseconds = Date.parse(time);
  if (!Number.isNaN(milliseconds)) return milliseconds;
  throw new CadenceError('INPUT_INVALID', `"${time}" is not a time.`, {
    hint: 'Give it as in 2026-01-31T00:00:00Z.',
  });
}
