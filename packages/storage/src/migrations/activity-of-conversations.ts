import type { Migration } from './migration.ts';

/**
 * When a message last came, for lists that begin with it. The end of a run does not touch these indexes, and rows of
 * programs that do not know the column stand where they began.
 */
export const activityOfConversations: Migration = {
  version: 35,
  name: 'activity of conversations',
  statements: [
    'ALTER TABLE conversations ADD COLUMN active_at BIGINT',
    'UPDATE conversations SET active_at = updated_at',
    'CREATE INDEX conversations_by_activity ON conversations (tenant_id, COALESCE(active_at, created_at), ordinal)',
    `CREATE INDEX conversations_by_activity_of_owner
     ON conversations (tenant_id, owner_id, COALESCE(active_at, created_at), ordinal)`,
  ],
};
