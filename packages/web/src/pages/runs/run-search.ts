// What the runs are filtered by, as the address of the page has it.
import type { ApiRun } from '@cadence/contracts';
import type { RunFilter } from './run-queries.ts';

export const statuses = [
  'queued',
  'running',
  'awaiting_human',
  'completed',
  'suspended',
  'failed',
  'cancelled',
] as const satisfies ApiRun['status'][];
export const ratings = ['up', 'down'] as const;

const written = ['text', 'workflowId', 'userId', 'tool', 'errorCode', 'tag'] as const;
const days = ['from', 'to'] as const;

export interface RunSearch extends Partial<Record<(typeof written)[number] | (typeof days)[number], string>> {
  status?: (typeof statuses)[number];
  feedback?: (typeof ratings)[number];
  minTokens?: number;
}

/** What cannot be read is left out. */
export function readRunSearch(search: Record<string, unknown>): RunSearch {
  const found: RunSearch = {};
  for (const key of written) {
    // A number in the address may have been written as text.
    const value = String(search[key] ?? '').trim();
    if (value !== '') found[key] = value;
  }
  for (const key of days) {
    const value = String(search[key] ?? '');
    if (/^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))) found[key] = value;
  }
  const status = statuses.find((one) => one === search.status);
  const feedback = ratings.find((one) => one === search.feedback);
  const minTokens = Math.trunc(Number(search.minTokens));
  return {
    ...found,
    ...(status && { status }),
    ...(feedback && { feedback }),
    ...(minTokens > 0 && { minTokens }),
  };
}

/** Days are those of the reader, both included. */
export function filterOf({ from, to, ...same }: RunSearch): RunFilter {
  return {
    ...same,
    ...(from !== undefined && { from: startOfDay(from, 0) }),
    ...(to !== undefined && { to: startOfDay(to, 1) }),
  };
}

function startOfDay(day: string, later: number): string {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + later);
  return date.toISOString();
}
