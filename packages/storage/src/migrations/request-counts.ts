import type { Migration } from './migration.ts';

/** How often each process let requests in, by a hash of whose they were, for two minutes. */
export const requestCounts: Migration = {
  version: 17,
  name: 'request counts',
  statements: [
    `CREATE TABLE request_counts (
      period BIGINT NOT NULL,
      bucket EXACT_TEXT NOT NULL,
      process EXACT_TEXT NOT NULL,
      counted INTEGER NOT NULL,
      PRIMARY KEY (period, bucket, process)
    )`,
  ],
};
