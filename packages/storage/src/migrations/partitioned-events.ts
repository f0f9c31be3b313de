import { statement } from '../database/statement.ts';
import { perRun } from '../rows/run-places.ts';
import type { Migration } from './migration.ts';

const lastRun = statement<Record<string, never>, { last: number | null }>(
  "SELECT pg_sequence_last_value(pg_get_serial_sequence('runs', 'ordinal')::regclass) AS last",
);

/**
 * Events on PostgreSQL in partitions, see `events/partitions.ts`. What is there becomes the first one as it is: its rows
 * are read once, to make sure of the bound, and not written. SQLite has no partitions.
 */
export const partitionedEvents: Migration = {
  version: 10,
  name: 'partitioned events',
  statements: [],
  async convert(queries) {
    if (queries.dialect !== 'postgres') return;
    const last = (await queries.first(lastRun, {}))?.last ?? 0;
    const until = (last + 1) * perRun;
    const changes = [
      'ALTER TABLE event_batches RENAME TO event_batches_0',
      'ALTER TABLE event_batches_0 RENAME CONSTRAINT event_batches_pkey TO event_batches_0_pkey',
      'CREATE TABLE event_batches (LIKE event_batches_0, PRIMARY KEY (place)) PARTITION BY RANGE (place)',
      `ALTER TABLE event_batches ATTACH PARTITION event_batches_0 FOR VALUES FROM (MINVALUE) TO (${until})`,
      // So that an event always has a place, whoever was to make one ready.
      'CREATE TABLE event_batches_rest PARTITION OF event_batches DEFAULT',
    ];
    for (const sql of changes) await queries.run({ ...statement(sql), patient: true }, {});
  },
};
