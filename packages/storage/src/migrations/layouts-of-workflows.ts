import type { Migration } from './migration.ts';

/** Where the nodes of a workflow stand in its picture. */
export const layoutsOfWorkflows: Migration = {
  version: 34,
  name: 'layouts of workflows',
  statements: ['ALTER TABLE workflows ADD COLUMN layout_json TEXT'],
};
