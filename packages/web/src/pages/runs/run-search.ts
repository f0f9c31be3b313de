// What the runs are filtered by, as the address of the page has it.
import type { ApiRun } from '@cadence-agents/contracts';
import { type Days, readDays, readTexts, timesOf } from '../../api/address-filter.ts';
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

export interface RunSearch extends Days, Partial<Record<(typeof written)[number], string>> {
  status?: (typeof statuses)[number];
  feedback?: (typeof ratings)[number];
  minTokens?: number;
  minCost?: number;
}

export function readRunSearch(search: Record<string, unknown>): RunSearch {
  const status = statuses.find((one) => one === search.status);
  const feedback = ratings.find((one) => one === search.feedback);
  const minTokens = Math.trunc(Number(search.minTokens));
  const minCost = Number(search.minCost);
  return {
    ...readTexts(search, written),
    ...readDays(search),
    ...(status && { status }),
    ...(feedback && { feedback }),
    ...(minTokens > 0 && { minTokens }),
    ...(minCost > 0 && { minCost }),
  };
}

export const filterOf = (search: RunSearch): RunFilter => ({ ...search, ...timesOf(search) });
