import type { Migration } from './migration.ts';

/** Why the answer of a run is poorer than it should be, as a JSON list; null when it is not. */
export const degradedRuns: Migration = {
  version: 7,
  name: 'degraded runs',
  statements: ['ALTER TABLE runs ADD COLUMN degraded_json TEXT'],
};
