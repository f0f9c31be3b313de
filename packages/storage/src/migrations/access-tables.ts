import type { Migration } from './migration.ts';

export const accessTables: Migration = {
  version: 4,
  name: 'access',
  statements: [
    `CREATE TABLE api_keys (
      ordinal SERIAL_KEY,
      id EXACT_TEXT NOT NULL UNIQUE,
      tenant_id EXACT_TEXT NOT NULL,
      user_id EXACT_TEXT,
      name_json TEXT,
      role TEXT NOT NULL,
      scopes_json TEXT,
      secret_hash EXACT_TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT,
      last_used_at BIGINT,
      revoked_at BIGINT
    )`,
    'CREATE INDEX api_keys_by_tenant ON api_keys (tenant_id, ordinal)',
    `CREATE TABLE audit_entries (
      ordinal SERIAL_KEY,
      id EXACT_TEXT NOT NULL UNIQUE,
      tenant_id EXACT_TEXT NOT NULL,
      actor EXACT_TEXT NOT NULL,
      action EXACT_TEXT NOT NULL,
      target_json TEXT,
      outcome TEXT NOT NULL,
      request_id EXACT_TEXT,
      ip EXACT_TEXT,
      time BIGINT NOT NULL,
      details_json TEXT NOT NULL
    )`,
    'CREATE INDEX audit_entries_by_tenant ON audit_entries (tenant_id, ordinal)',
    // `reply_json` is null while the request is being carried out.
    `CREATE TABLE idempotent_replies (
      tenant_id EXACT_TEXT NOT NULL,
      idempotency_key EXACT_TEXT NOT NULL,
      route EXACT_TEXT NOT NULL,
      digest EXACT_TEXT NOT NULL,
      status INTEGER,
      reply_json TEXT,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (tenant_id, idempotency_key)
    )`,
    'CREATE INDEX idempotent_replies_by_age ON idempotent_replies (created_at)',
    `CREATE TABLE secrets (
      tenant_id EXACT_TEXT NOT NULL,
      name EXACT_TEXT NOT NULL,
      ciphertext EXACT_TEXT NOT NULL,
      updated_at BIGINT NOT NULL,
      PRIMARY KEY (tenant_id, name)
    )`,
    'ALTER TABLE runs ADD COLUMN spent_json TEXT',
  ],
};
