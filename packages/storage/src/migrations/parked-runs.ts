import type { Migration } from './migration.ts';

/** Conversations whose next run is set aside until a process comes along that can carry it out. */
export const parkedRuns: Migration = {
  version: 16,
  name: 'parked runs',
  statements: [
    'ALTER TABLE conversations ADD COLUMN parked_for EXACT_TEXT',
    'ALTER TABLE conversations ADD COLUMN parked_until BIGINT',
    'CREATE INDEX conversations_parked ON conversations (parked_for, parked_until) WHERE parked_for IS NOT NULL',
  ],
};
