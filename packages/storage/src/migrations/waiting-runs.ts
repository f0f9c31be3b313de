import type { Migration } from './migration.ts';

/**
 * Which conversations wait for a person, without a look at a row of a run: each is a page of the file of its own. A
 * message that asks nobody has no part in it.
 */
export const waitingRuns: Migration = {
  version: 39,
  name: 'waiting runs',
  statements: [
    `CREATE INDEX runs_waiting ON runs (tenant_id, ordinal, workflow_id, conversation_id)
     WHERE status = 'awaiting_human'`,
  ],
};
