import type { Migration } from './migration.ts';

/** Who carries out runs, and what claims are found by, however much is queued or at work. */
export const workers: Migration = {
  version: 12,
  name: 'workers',
  statements: [
    // `place`, `pid` and `started` say which process it is, for those that can see it; see workers/process-identity.ts.
    `CREATE TABLE workers (
      id EXACT_TEXT PRIMARY KEY,
      place TEXT,
      pid INTEGER NOT NULL,
      started TEXT,
      capacity INTEGER NOT NULL,
      alive_until BIGINT NOT NULL
    )`,
    'CREATE INDEX conversations_queued ON conversations (tenant_id, ready_at, ordinal) WHERE ready_at > 0',
    // With the column that is always the same, so that they are preferred to the index of that column alone.
    'CREATE INDEX conversations_at_work ON conversations (ready_at, tenant_id) WHERE ready_at = 0',
    'CREATE INDEX conversations_leased ON conversations (ready_at, lease_until) WHERE ready_at = 0',
  ],
};
