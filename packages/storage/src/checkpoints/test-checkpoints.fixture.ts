// Checkpoints on an empty database: a suite runs its tests on both kinds.
import type { CheckpointStore } from '@cadence-agents/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { postgresTestDatabase } from '../postgres/postgres-test-database.fixture.ts';
import { sharedPostgres } from '../postgres/shared-postgres.fixture.ts';
import { sqliteTestDatabase } from '../sqlite/sqlite-test-database.fixture.ts';
import { type CheckpointStoreOptions, createCheckpointStore } from './checkpoint-store.ts';

export interface TestCheckpoints {
  database: Database;
  /** A store that remembers nothing, as after a restart. */
  open(options?: CheckpointStoreOptions): CheckpointStore;
  /** Another process's store on the same data. */
  openElsewhere(): Promise<CheckpointStore>;
  removeAll(): Promise<void>;
  stop(): Promise<void>;
}

export const databaseKinds = ['sqlite', 'postgres'] as const;

const deleteAll = statement('DELETE FROM checkpoint_threads');

export async function startCheckpoints(kind: (typeof databaseKinds)[number]): Promise<TestCheckpoints> {
  const postgres = sharedPostgres();
  const made =
    kind === 'postgres' ? postgresTestDatabase(await postgres.freshDatabase()) : await sqliteTestDatabase();
  const { database } = await made.connect();
  return {
    database,
    open: (options) => createCheckpointStore(database, options),
    openElsewhere: async () => createCheckpointStore((await made.connect()).database),
    removeAll: async () => void (await database.run(deleteAll, {})),
    async stop() {
      await made.dispose();
      await postgres.drop();
    },
  };
}
