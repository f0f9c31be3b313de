import { cameFurther } from '../usage/counted-run.ts';
import type { Migration } from './migration.ts';

/**
 * What of a run is in the totals of usage while it waits for a person, see `runs/count-ended.ts`. A program of the version
 * before does not add the rest when it ends such a run: one of this version does.
 */
export const totalsOfWaitingRuns: Migration = {
  version: 38,
  name: 'totals of waiting runs',
  statements: [
    'ALTER TABLE runs ADD COLUMN counted_usage_json TEXT',
    'ALTER TABLE runs ADD COLUMN counted_spent_json TEXT',
    `CREATE INDEX runs_came_further ON runs (tenant_id, ordinal) WHERE ${cameFurther}`,
  ],
};
