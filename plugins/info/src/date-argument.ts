import { CadenceError } from '@cadence-agents/sdk';
import { type CalendarDate, parseDate } from './calendar-date.ts';

/** The date of an argument; what is none is an error whose message the model may read. */
export function dateArgument(given: string, today: CalendarDate): CalendarDate {
  const date = parseDate(given, today);
  if (date !== undefined) return date;
  throw new CadenceError('TOOL_FAILED', `"${given}" is not a date. Write it as 2026-11-15, or as today.`);
}
