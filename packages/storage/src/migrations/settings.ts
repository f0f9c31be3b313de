import type { Migration } from './migration.ts';

/** Settings that were entered while the deployment runs. None of them is a secret. */
export const settings: Migration = {
  version: 32,
  name: 'settings',
  statements: [
    `CREATE TABLE settings (
      name EXACT_TEXT PRIMARY KEY,
      value_json TEXT NOT NULL,
      actor EXACT_TEXT NOT NULL,
      updated_at BIGINT NOT NULL
    )`,
  ],
};
