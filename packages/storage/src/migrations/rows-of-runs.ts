import { perRun } from '../rows/run-places.ts';
import type { Migration } from './migration.ts';

// As `events/call-record.ts` writes it, with the details that were kept before in place of the id, and no fingerprint.
const callRecord = `'[' || c.call_json || ',null' || CASE WHEN c.output_json IS NULL THEN ''
  ELSE ',' || c.output_json || ',' || c.is_error END || ']'`;

/**
 * Events get one integer key, see `rows/run-places.ts`, and tool calls are kept with the events that tell of them. With
 * keys of text SQLite kept all of it twice, in a table and in the key's index, and every commit wrote pages of each.
 */
export const rowsOfRuns: Migration = {
  version: 5,
  name: 'rows of runs',
  statements: [
    `CREATE TABLE event_batches (
      place PLACE_KEY,
      first_seq INTEGER NOT NULL,
      has_calls INTEGER,
      body TEXT,
      packed BYTES
    )`,
    `INSERT INTO event_batches (place, first_seq, body)
     SELECT r.ordinal * ${perRun} + e.last_seq, e.first_seq, e.body
     FROM run_events e JOIN runs r ON r.id = e.run_id ORDER BY 1`,
    `INSERT INTO event_batches (place, first_seq, has_calls, body)
     SELECT r.ordinal * ${perRun}, 1, 1, '[[],["calls",' || string_agg(${callRecord}, ',' ORDER BY c.ordinal) || ']]'
     FROM tool_calls c JOIN runs r ON r.id = c.run_id GROUP BY r.ordinal`,
    'DROP TABLE run_events',
    'DROP TABLE tool_calls',
    // Each turn wrote to these indexes, twice to the second; few queries were ever served by them.
    'DROP INDEX runs_by_workflow',
    'DROP INDEX runs_unfinished',
    'ALTER TABLE conversations ADD COLUMN ended_through INTEGER NOT NULL DEFAULT 0',
    // When a conversation began never changes, so that its turns need not touch this index.
    'DROP INDEX conversations_by_age',
    'CREATE INDEX conversations_by_start ON conversations (created_at)',
  ],
};
