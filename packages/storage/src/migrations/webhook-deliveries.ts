import type { Migration } from './migration.ts';

/** Who is told when a run ends, and how that went. */
export const webhookDeliveries: Migration = {
  version: 21,
  name: 'webhook deliveries',
  statements: [
    'ALTER TABLE runs ADD COLUMN webhook_json TEXT',
    `CREATE TABLE webhook_deliveries (
      ordinal SERIAL_KEY,
      id EXACT_TEXT NOT NULL UNIQUE,
      tenant_id EXACT_TEXT NOT NULL,
      owner_id EXACT_TEXT NOT NULL,
      run_id EXACT_TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
      conversation_id EXACT_TEXT NOT NULL,
      webhook_json TEXT NOT NULL,
      event EXACT_TEXT NOT NULL,
      status EXACT_TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      due_at BIGINT,
      body_json TEXT,
      response_status INTEGER,
      error_json TEXT,
      created_at BIGINT NOT NULL,
      delivered_at BIGINT
    )`,
    'CREATE INDEX webhook_deliveries_by_tenant ON webhook_deliveries (tenant_id, ordinal)',
    'CREATE INDEX webhook_deliveries_by_run ON webhook_deliveries (run_id, ordinal)',
    'CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at) WHERE due_at IS NOT NULL',
  ],
};
