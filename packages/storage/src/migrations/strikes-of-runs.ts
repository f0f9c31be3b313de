import type { Migration } from './migration.ts';

/** How often a run blocked the event loop of its process, which did not live on. */
export const strikesOfRuns: Migration = {
  version: 9,
  name: 'strikes of runs',
  statements: ['ALTER TABLE runs ADD COLUMN strikes INTEGER NOT NULL DEFAULT 0'],
};
