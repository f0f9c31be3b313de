// Empty databases with the saver's tables: a suite runs its tests on both kinds.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { migrate } from '../migrations/migrate.ts';
import { migrations } from '../migrations/migrations.ts';
import { openPostgres } from '../postgres/open-postgres.ts';
import { startPostgres } from '../postgres/postgres-server.fixture.ts';
import { openSqlite } from '../sqlite/open-sqlite.ts';
import { checkpointTables } from './checkpoint-tables.ts';

export interface TestDatabase {
  database: Database;
  /** A second process's view of the same data. */
  openAgain(): Promise<Database>;
  /** The folder of the database file, `undefined` for PostgreSQL. */
  folder: string | undefined;
  stop(): Promise<void>;
}

export const databaseKinds = ['sqlite', 'postgres'] as const;

export function startDatabase(kind: (typeof databaseKinds)[number]): Promise<TestDatabase> {
  return kind === 'sqlite' ? startSqlite() : startOnPostgres();
}

export async function startSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-checkpoints-'));
  return start(
    () => openSqlite({ dataDir: folder }),
    folder,
    () => rm(folder, { recursive: true }),
  );
}

async function startOnPostgres(): Promise<TestDatabase> {
  const server = await startPostgres();
  const databaseUrl = await server.freshDatabase();
  return start(
    () => openPostgres({ databaseUrl }),
    undefined,
    () => server.stop(),
  );
}

async function start(
  open: () => Promise<Database>,
  folder: string | undefined,
  cleanUp: () => Promise<void>,
): Promise<TestDatabase> {
  const opened: Database[] = [];
  const openAgain = async () => {
    const database = await open();
    opened.push(database);
    return database;
  };
  const database = await openAgain();
  await migrate(database, migrations);
  const hasTables = migrations.some(({ statements }) => statements.includes(checkpointTables[0] ?? ''));
  if (!hasTables) for (const sql of checkpointTables) await database.run(statement(sql), {});
  return {
    database,
    openAgain,
    folder,
    async stop() {
      for (const each of opened) await each.close();
      await cleanUp();
    },
  };
}

const deleteAll = statement('DELETE FROM checkpoint_threads');

export async function removeAllCheckpoints(database: Database): Promise<void> {
  await database.run(deleteAll, {});
}
