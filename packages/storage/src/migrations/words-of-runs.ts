import { statement } from '../database/statement.ts';
import type { Migration } from './migration.ts';

const tables = {
  // Without the words themselves: whoever is found is read from its run.
  sqlite: [
    `CREATE VIRTUAL TABLE run_words USING fts5(words, content='', contentless_delete=1, detail='none',
       prefix='3', tokenize='unicode61 remove_diacritics 0')`,
    `CREATE TRIGGER runs_lose_words AFTER DELETE ON runs BEGIN DELETE FROM run_words WHERE rowid = old.ordinal; END`,
  ],
  postgres: [
    `CREATE TABLE run_words (
       run BIGINT PRIMARY KEY REFERENCES runs (ordinal) ON DELETE CASCADE,
       words TSVECTOR NOT NULL
     )`,
    // What is not sorted in yet is read by every search.
    'CREATE INDEX run_words_by_word ON run_words USING GIN (words) WITH (gin_pending_list_limit = 512)',
  ],
};

/** What runs are found by, see `search/words.ts`. Those of before are indexed little by little. */
export const wordsOfRuns: Migration = {
  version: 29,
  name: 'words of runs',
  statements: ['CREATE INDEX runs_without_words ON runs (ordinal) WHERE counted = 1'],
  async convert(queries) {
    for (const sql of tables[queries.dialect]) await queries.run({ ...statement(sql), patient: true }, {});
  },
};
