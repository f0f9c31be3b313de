import type { Migration } from './migration.ts';

/** What people said of answers. Neither index is written to by a run. */
export const feedbackOnRuns: Migration = {
  version: 30,
  name: 'feedback on runs',
  statements: [
    'ALTER TABLE runs ADD COLUMN feedback TEXT',
    'ALTER TABLE runs ADD COLUMN feedback_note_json TEXT',
    'ALTER TABLE runs ADD COLUMN feedback_by EXACT_TEXT',
    'ALTER TABLE runs ADD COLUMN feedback_at BIGINT',
    'CREATE INDEX runs_by_feedback ON runs (tenant_id, feedback, ordinal) WHERE feedback IS NOT NULL',
    'CREATE INDEX runs_by_feedback_giver ON runs (tenant_id, feedback_by) WHERE feedback_by IS NOT NULL',
  ],
};
