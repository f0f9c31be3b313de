import type { Migration } from './migration.ts';

/** Messages that are sent at due times, and every due time that has come, once. */
export const schedules: Migration = {
  version: 20,
  name: 'schedules',
  statements: [
    `CREATE TABLE schedules (
      ordinal SERIAL_KEY,
      id EXACT_TEXT NOT NULL UNIQUE,
      tenant_id EXACT_TEXT NOT NULL,
      owner_id EXACT_TEXT NOT NULL,
      workflow_id EXACT_TEXT NOT NULL,
      conversation_id EXACT_TEXT,
      input_json TEXT NOT NULL,
      tone EXACT_TEXT NOT NULL,
      model EXACT_TEXT,
      metadata_json TEXT NOT NULL,
      on_busy EXACT_TEXT NOT NULL,
      webhook_json TEXT,
      cron EXACT_TEXT NOT NULL,
      time_zone EXACT_TEXT NOT NULL,
      ends_at BIGINT,
      enabled INTEGER NOT NULL,
      next_at BIGINT,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL
    )`,
    'CREATE INDEX schedules_by_tenant ON schedules (tenant_id, ordinal)',
    'CREATE INDEX schedules_by_conversation ON schedules (conversation_id) WHERE conversation_id IS NOT NULL',
    'CREATE INDEX schedules_by_due_time ON schedules (next_at) WHERE next_at IS NOT NULL',
    `CREATE TABLE schedule_firings (
      schedule_id EXACT_TEXT NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
      due_at BIGINT NOT NULL,
      fired_at BIGINT NOT NULL,
      run_id EXACT_TEXT,
      error_json TEXT,
      PRIMARY KEY (schedule_id, due_at)
    )`,
  ],
};
