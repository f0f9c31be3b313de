import type { Migration } from './migration.ts';

/** What the newest runs came to on a version before it was published. */
export const gatesOfVersions: Migration = {
  version: 26,
  name: 'gates of versions',
  statements: ['ALTER TABLE workflow_versions ADD COLUMN gate_json TEXT'],
};
