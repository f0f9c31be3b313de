import { Cron } from 'croner';

/** What says when a schedule is due. */
export interface Times {
  /** Five fields, six with seconds first, or a nickname as `@daily`. */
  cron: string;
  timeZone: string;
  endsAt: string | null;
}

const fields = /^(?:@[a-z]+|\S+(?:\s+\S+){4,5})$/;

/** The first due time after that one; `null` when there is none. Throws when the expression or the zone is not one. */
export function nextDueTime({ cron, timeZone, endsAt }: Times, after: string): string | null {
  // A time alone, or years, are not expressions here.
  if (!fields.test(cron.trim())) throw new Error('must have five fields, or six with seconds first');
  const next = new Cron(cron.trim(), { paused: true, timezone: timeZone }).nextRun(new Date(after));
  if (!next || (endsAt !== null && next.getTime() > Date.parse(endsAt))) return null;
  return next.toISOString();
}
