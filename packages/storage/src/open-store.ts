import type { Store, WorkLimits } from '@cadence-agents/contracts';
import { type ArchiveOptions, openObjects } from './archive/open-objects.ts';
import { createStore } from './create-store.ts';
import type { Database } from './database/database.ts';
import { migrate } from './migrations/migrate.ts';
import { migrations } from './migrations/migrations.ts';
import type { PostgresOptions } from './postgres/open-postgres.ts';
import { withReplica } from './replica-lists.ts';
import { openSqlite, type SqliteOptions } from './sqlite/open-sqlite.ts';

export type StoreOptions = (SqliteOptions | PostgresOptions) & {
  /** How much is kept in memory of the states of the conversations that were at work last, in MB of JSON. */
  stateCacheMb?: number;
  /** Where old runs are moved to, and read from. */
  archive?: ArchiveOptions | undefined;
  limits?: WorkLimits;
};

/** A store with what it is built on, which is closed with it. */
export interface OpenedStore {
  store: Store;
  database: Database;
}

/** Opens SQLite in a data folder, or PostgreSQL at a URL, and brings its schema up to date. */
export async function openStore(options: StoreOptions): Promise<Store> {
  return (await openWithDatabase(options)).store;
}

export async function openWithDatabase(options: StoreOptions): Promise<OpenedStore> {
  const objects = openObjects(options.archive);
  const database = await openDatabase(options);
  try {
    await migrate(database, migrations);
  } catch (error) {
    await database.close();
    throw error;
  }
  const store = createStore(database, { ...options, objects });
  const replicaUrl = 'databaseUrl' in options ? options.replicaUrl : undefined;
  if (replicaUrl === undefined) return { store, database };
  const { openReplica } = await import('./postgres/open-postgres.ts');
  return { store: withReplica(store, createStore(openReplica(replicaUrl))), database };
}

export async function openDatabase(options: StoreOptions): Promise<Database> {
  if (!('databaseUrl' in options)) return openSqlite(options);
  // The driver is loaded only where it is used: it would cost every start of the embedded database.
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  return openPostgres(options);
}
