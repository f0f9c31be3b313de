import type { Migration } from './migration.ts';

/**
 * A digest by which a later request finds the run: of the history that its reply is the end of, or of the request whose
 * reply did not arrive.
 */
export const foundRuns: Migration = {
  version: 25,
  name: 'found runs',
  statements: [
    'ALTER TABLE runs ADD COLUMN found_by EXACT_TEXT',
    'CREATE INDEX runs_found_by ON runs (tenant_id, owner_id, found_by) WHERE found_by IS NOT NULL',
  ],
};
