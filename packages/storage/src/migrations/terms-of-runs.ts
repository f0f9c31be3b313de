import type { Migration } from './migration.ts';

/** How a run begins and where it pauses, where it was told; see `RunStart` and `RunPauses`. */
export const termsOfRuns: Migration = {
  version: 19,
  name: 'terms of runs',
  statements: ['ALTER TABLE runs ADD COLUMN terms_json TEXT'],
};
