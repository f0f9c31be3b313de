import type { Migration } from './migration.ts';

/** Every listing by an index that has its order, so that none looks through what it does not show. */
export const listsByIndex: Migration = {
  version: 14,
  name: 'lists by index',
  statements: [
    'CREATE INDEX conversations_by_owner ON conversations (tenant_id, owner_id, ordinal)',
    'CREATE INDEX runs_by_owner ON runs (tenant_id, owner_id, ordinal)',
    'CREATE INDEX runs_by_workflow ON runs (tenant_id, workflow_id, ordinal)',
    // Nearly all runs are completed in the end, and then have no part in it.
    "CREATE INDEX runs_not_completed ON runs (status, tenant_id, ordinal) WHERE status <> 'completed'",
    'CREATE INDEX api_keys_by_user ON api_keys (tenant_id, user_id)',
    'CREATE INDEX audit_entries_by_actor ON audit_entries (tenant_id, actor, ordinal)',
    'CREATE INDEX audit_entries_by_action ON audit_entries (tenant_id, action, ordinal)',
    'CREATE INDEX audit_entries_by_target ON audit_entries (tenant_id, target_json) WHERE target_json IS NOT NULL',
  ],
};
