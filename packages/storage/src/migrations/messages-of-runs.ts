import type { Migration } from './migration.ts';

/** What the message of a run has beside its words: the sender's own id, and parts; null when neither. */
export const messagesOfRuns: Migration = {
  version: 18,
  name: 'messages of runs',
  statements: ['ALTER TABLE runs ADD COLUMN input_message_json TEXT'],
};
