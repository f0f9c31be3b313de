import type { Migration } from './migration.ts';

/** What people were asked in a conversation, and what they said, in one look. */
export const handoffsOfConversations: Migration = {
  version: 31,
  name: 'handoffs of conversations',
  statements: ['CREATE INDEX handoffs_by_conversation ON handoffs (conversation_id, ordinal)'],
};
