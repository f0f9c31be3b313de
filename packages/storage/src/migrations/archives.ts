import type { Migration } from './migration.ts';

/**
 * Which runs are to be moved to the archive, and which were: `object` is the name that its events and steps have there,
 * `moved_at` when they left the database. Where the run is gone, however that came, its object is to be removed.
 */
export const archives: Migration = {
  version: 11,
  name: 'archives',
  statements: [
    `CREATE TABLE archives (
      ordinal SERIAL_KEY,
      run BIGINT UNIQUE REFERENCES runs (ordinal) ON DELETE SET NULL,
      object EXACT_TEXT,
      sha256 EXACT_TEXT,
      bytes BIGINT,
      tried_at BIGINT,
      moved_at BIGINT
    )`,
    'CREATE INDEX archives_due ON archives (ordinal) WHERE run IS NOT NULL AND moved_at IS NULL',
    'CREATE INDEX archives_left ON archives (ordinal) WHERE run IS NULL',
  ],
};
