import type { Migration } from './migration.ts';

/** The processes of the deployment, as they tell of themselves: those that only serve too. */
export const processes: Migration = {
  version: 33,
  name: 'processes',
  statements: [
    // `place`, `pid` and `started` are those of its row in `workers`, if it has one.
    `CREATE TABLE processes (
      id EXACT_TEXT PRIMARY KEY,
      place TEXT,
      pid INTEGER NOT NULL,
      started TEXT,
      host TEXT NOT NULL,
      serves INTEGER NOT NULL,
      works INTEGER NOT NULL,
      version TEXT NOT NULL,
      plugins TEXT NOT NULL,
      started_at BIGINT NOT NULL,
      seen_at BIGINT NOT NULL
    )`,
  ],
};
