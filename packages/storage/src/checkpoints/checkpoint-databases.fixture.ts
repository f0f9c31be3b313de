// Empty databases for the saver: a suite runs its tests on both kinds.
import type { TestDatabase as OpenableDatabase } from '../conformance/test-database.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { startPostgres } from '../postgres/postgres-server.fixture.ts';
import { postgresTestDatabase } from '../postgres/postgres-test-database.fixture.ts';
import { sqliteTestDatabase } from '../sqlite/sqlite-test-database.fixture.ts';

export interface TestDatabase {
  database: Database;
  /** A second process's view of the same data. */
  openAgain(): Promise<Database>;
  stop(): Promise<void>;
}

export const databaseKinds = ['sqlite', 'postgres'] as const;

export function startDatabase(kind: (typeof databaseKinds)[number]): Promise<TestDatabase> {
  return kind === 'sqlite' ? startSqlite() : startOnPostgres();
}

export async function startSqlite(): Promise<TestDatabase & { folder: string }> {
  const made = await sqliteTestDatabase();
  return { ...(await open(made, () => made.dispose())), folder: made.dataDir };
}

async function startOnPostgres(): Promise<TestDatabase> {
  const server = await startPostgres();
  const made = postgresTestDatabase(await server.freshDatabase());
  return open(made, async () => {
    await made.dispose();
    await server.stop();
  });
}

async function open(made: OpenableDatabase, stop: () => Promise<void>): Promise<TestDatabase> {
  const openAgain = async () => (await made.connect()).database;
  return { database: await openAgain(), openAgain, stop };
}

const deleteAll = statement('DELETE FROM checkpoint_threads');

export async function removeAllCheckpoints(database: Database): Promise<void> {
  await database.run(deleteAll, {});
}
