import type { Migration } from './migration.ts';

/** What no run of a workflow may do. */
export const policiesOfWorkflows: Migration = {
  version: 22,
  name: 'policies of workflows',
  statements: ['ALTER TABLE workflows ADD COLUMN policies TEXT'],
};
