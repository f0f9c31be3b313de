import type { Migration } from './migration.ts';

/** What a run cost by the prices of its time, in billionths; null where that is not known. */
export const costsOfRuns: Migration = {
  version: 36,
  name: 'costs of runs',
  statements: ['ALTER TABLE runs ADD COLUMN cost_nanos BIGINT'],
};
