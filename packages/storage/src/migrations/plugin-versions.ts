import type { Migration } from './migration.ts';

/** Installed plugins: every version kept, and which one is in use; one that was removed is remembered as such. */
export const pluginVersions: Migration = {
  version: 13,
  name: 'plugin versions',
  statements: [
    `CREATE TABLE plugin_versions (
      slug EXACT_TEXT NOT NULL,
      hash EXACT_TEXT NOT NULL,
      version EXACT_TEXT NOT NULL,
      actor EXACT_TEXT,
      added_at BIGINT NOT NULL,
      used_at BIGINT NOT NULL,
      archive BYTES NOT NULL,
      PRIMARY KEY (slug, hash)
    )`,
    `CREATE TABLE plugins_in_use (
      slug EXACT_TEXT PRIMARY KEY,
      hash EXACT_TEXT,
      version EXACT_TEXT
    )`,
  ],
};
