import type { Migration } from './migration.ts';

/** What programs keep by namespace and key, each owner's apart. */
export const storeItems: Migration = {
  version: 23,
  name: 'store items',
  statements: [
    `CREATE TABLE store_items (
      tenant_id EXACT_TEXT NOT NULL,
      owner_id EXACT_TEXT NOT NULL,
      namespace EXACT_TEXT NOT NULL,
      item_key EXACT_TEXT NOT NULL,
      value_json TEXT NOT NULL,
      ttl_ms BIGINT,
      expires_at BIGINT,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL,
      PRIMARY KEY (tenant_id, owner_id, namespace, item_key)
    )`,
    'CREATE INDEX store_items_by_expiry ON store_items (expires_at) WHERE expires_at IS NOT NULL',
  ],
};
