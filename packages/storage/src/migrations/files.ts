import type { Migration } from './migration.ts';

/** Files that messages refer to: their bytes once for each tenant, and the conversations that use them. */
export const files: Migration = {
  version: 24,
  name: 'files',
  statements: [
    `CREATE TABLE file_bytes (
      tenant_id EXACT_TEXT NOT NULL,
      hash EXACT_TEXT NOT NULL,
      bytes BYTES NOT NULL,
      PRIMARY KEY (tenant_id, hash)
    )`,
    `CREATE TABLE files (
      id EXACT_TEXT PRIMARY KEY,
      tenant_id EXACT_TEXT NOT NULL,
      owner_id EXACT_TEXT NOT NULL,
      hash EXACT_TEXT NOT NULL,
      name_json TEXT NOT NULL,
      media_type EXACT_TEXT NOT NULL,
      size INTEGER NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT
    )`,
    'CREATE UNIQUE INDEX files_by_bytes ON files (tenant_id, hash, owner_id)',
    'CREATE INDEX files_by_owner ON files (tenant_id, owner_id)',
    'CREATE INDEX files_by_expiry ON files (expires_at) WHERE expires_at IS NOT NULL',
    `CREATE TABLE file_uses (
      conversation_id EXACT_TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
      file_id EXACT_TEXT NOT NULL REFERENCES files (id) ON DELETE CASCADE,
      PRIMARY KEY (conversation_id, file_id)
    )`,
    'CREATE INDEX file_uses_by_file ON file_uses (file_id)',
  ],
};
