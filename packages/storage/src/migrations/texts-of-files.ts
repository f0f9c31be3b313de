import type { Migration } from './migration.ts';

/** The text of a document, for models that do not take it as it is: with its bytes, read once. */
export const textsOfFiles: Migration = {
  version: 28,
  name: 'texts of files',
  statements: ['ALTER TABLE file_bytes ADD COLUMN text_json TEXT'],
};
