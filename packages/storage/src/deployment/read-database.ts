import type { DatabaseRecord } from '@cadence-agents/contracts';
import type { Database } from '../database/database.ts';
import { type NoParams, statement } from '../database/statement.ts';
import { currentSchema, newestSchema } from '../migrations/schema-version.ts';

type Sizes = { bytes: number; free: number | null; behind: number | null };

const sizes = {
  sqlite: statement<NoParams, Sizes>(
    `SELECT (SELECT page_count FROM pragma_page_count) * page_size AS bytes,
       (SELECT freelist_count FROM pragma_freelist_count) * page_size AS free, NULL AS behind FROM pragma_page_size`,
  ),
  // A follower that has all there is is not behind, however long ago the last of it was written.
  postgres: statement<NoParams, Sizes>(
    `SELECT pg_database_size(current_database()) AS bytes, CAST(NULL AS BIGINT) AS free,
       CASE WHEN NOT pg_is_in_recovery() THEN NULL
         WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
         ELSE CAST(extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000 AS BIGINT)
       END AS behind`,
  ),
};

/** Costs the same however much is stored. */
export async function readDatabase(database: Database): Promise<DatabaseRecord> {
  const found = await database.first(sizes[database.dialect], {});
  return {
    kind: database.dialect,
    bytes: found?.bytes ?? 0,
    freeBytes: found?.free ?? null,
    schema: (await currentSchema(database)) ?? 0,
    newestSchema,
    pool: database.pool ?? null,
    replica: null,
    behindMs: found?.behind ?? null,
  };
}
