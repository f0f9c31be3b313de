import { perRun } from '../runs/run-places.ts';
import type { Migration } from './migration.ts';

const placed = (number: string) => `r.ordinal * ${perRun} + ${number}`;

/**
 * Events and tool calls get one integer key, `place`, see `run-places.ts`. With a key of text SQLite kept each of them
 * twice, in the table and in the key's index, and every commit wrote pages of both.
 */
export const rowsOfRuns: Migration = {
  version: 4,
  name: 'rows of runs',
  statements: [
    `CREATE TABLE event_batches (
      place PLACE_KEY,
      first_seq INTEGER NOT NULL,
      body TEXT NOT NULL
    )`,
    `INSERT INTO event_batches (place, first_seq, body)
     SELECT ${placed('e.last_seq')}, e.first_seq, e.body FROM run_events e JOIN runs r ON r.id = e.run_id ORDER BY 1`,
    'DROP TABLE run_events',
    `CREATE TABLE ledger_calls (
      place PLACE_KEY,
      call_key EXACT_TEXT NOT NULL,
      fingerprint EXACT_TEXT NOT NULL,
      call_json TEXT NOT NULL,
      started_at BIGINT NOT NULL,
      is_error INTEGER,
      finished_at BIGINT,
      output_json TEXT
    )`,
    `INSERT INTO ledger_calls (place, call_key, fingerprint, call_json, started_at, is_error, finished_at, output_json)
     SELECT ${placed('c.ordinal + 1')}, c.call_key, c.fingerprint, c.call_json, c.started_at, c.is_error, c.finished_at,
       c.output_json
     FROM tool_calls c JOIN runs r ON r.id = c.run_id ORDER BY 1`,
    'DROP TABLE tool_calls',
  ],
};
