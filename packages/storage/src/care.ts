// What those who look after a database do with it: check it, copy it, put a copy back.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CadenceError } from '@cadence-agents/contracts';
import { statement } from './database/statement.ts';
import { migrate } from './migrations/migrate.ts';
import { migrations } from './migrations/migrations.ts';
import { currentSchema, newestSchema } from './migrations/schema-version.ts';
import { openDatabase, type StoreOptions } from './open-store.ts';
import { copyDatabase, restoreCopy } from './sqlite/backup.ts';
import { databaseFile } from './sqlite/data-folder.ts';
import { workOnFile } from './sqlite/file-work.ts';
import { openSqlite, type SqliteOptions } from './sqlite/open-sqlite.ts';

export interface DatabaseReport {
  kind: 'sqlite' | 'postgres';
  /** The file of SQLite. */
  file: string | null;
  bytes: number | null;
  /** The version of its schema, and the one that this program would bring it to. */
  schema: number | null;
  newestSchema: number;
  /** Nothing when all is well. */
  problems: string[];
}

/** What it is, and which changes of the schema it has not had yet; changes nothing. */
export async function databaseStatus(
  options: StoreOptions,
): Promise<Omit<DatabaseReport, 'problems'> & { pending: string[] }> {
  const file = 'databaseUrl' in options ? null : existingFile(options);
  const database = await openDatabase(options);
  try {
    const schema = await currentSchema(database);
    return {
      kind: file === null ? 'postgres' : 'sqlite',
      file,
      bytes: file === null ? null : statSync(file).size,
      schema,
      newestSchema,
      pending: migrations.filter(({ version }) => version > (schema ?? 0)).map(({ name }) => name),
    };
  } finally {
    await database.close();
  }
}

/** Brings the schema up to date, as every start does. */
export async function migrateDatabase(options: StoreOptions): Promise<{ from: number | null; to: number }> {
  const database = await openDatabase(options);
  try {
    const from = await currentSchema(database);
    await migrate(database, migrations);
    return { from, to: newestSchema };
  } finally {
    await database.close();
  }
}

/** Reads all of a SQLite file. Of PostgreSQL, that it answers and has the tables: its own tools check its files. */
export async function checkDatabase(options: StoreOptions): Promise<DatabaseReport> {
  const file = 'databaseUrl' in options ? null : existingFile(options);
  const report = {
    kind: file === null ? 'postgres' : 'sqlite',
    file,
    bytes: file === null ? null : statSync(file).size,
  } as const;
  try {
    const database = await openDatabase(options);
    try {
      const problems = file === null ? [] : await workOnFile({ file, job: 'check all' });
      const schema = await currentSchema(database);
      return { ...report, schema, newestSchema, problems };
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!CadenceError.is(error) || error.code !== 'STORE_CORRUPT') throw error;
    return { ...report, schema: null, newestSchema, problems: [error.message] };
  }
}

/** Copies a database into one file, while others work on it. */
export async function backUpDatabase(options: StoreOptions, to: string): Promise<{ bytes: number }> {
  const source = sqliteOnly(options, 'pg_dump --format=custom --file FILE "$CADENCE_DATABASE_URL"');
  existingFile(source);
  const database = await openSqlite(source);
  try {
    await copyDatabase(database, to);
  } finally {
    await database.close();
  }
  return { bytes: statSync(to).size };
}

/** Puts such a copy in the place of the database, which nobody may have open. */
export async function restoreDatabase(
  options: StoreOptions,
  from: string,
): Promise<{ replaced: string | null }> {
  const { dataDir } = sqliteOnly(options, 'pg_restore --clean --dbname "$CADENCE_DATABASE_URL" FILE');
  return { replaced: await restoreCopy(from, dataDir) };
}

export interface ShrinkReport {
  kind: 'sqlite' | 'postgres';
  file: string | null;
  /** What it took on the disk. */
  bytesBefore: number;
  bytesAfter: number;
  /** Of that, what nothing was kept in; only SQLite tells. */
  freeBefore: number | null;
  /** Why less was given back than could be. */
  problems: string[];
}

const sizes = statement<Record<string, never>, { bytes: number; free: number }>(
  `SELECT (SELECT page_count FROM pragma_page_count) * page_size AS bytes,
     (SELECT freelist_count FROM pragma_freelist_count) * page_size AS free FROM pragma_page_size`,
);

/**
 * Gives back to the disk what removed conversations took. A SQLite file is written anew: others read on and wait to
 * write, and there must be room for a second one. Of PostgreSQL nobody waits, and most of the room stays with it, to be
 * used again.
 */
export async function shrinkDatabase(options: StoreOptions): Promise<ShrinkReport> {
  if ('databaseUrl' in options) {
    const { vacuumPostgres } = await import('./postgres/vacuum.ts');
    const { before, after } = await vacuumPostgres(options.databaseUrl);
    const bytes = { bytesBefore: before.bytes, bytesAfter: after.bytes, freeBefore: null };
    return { kind: 'postgres', file: null, ...bytes, problems: [] };
  }
  const file = existingFile(options);
  const database = await openSqlite(options);
  try {
    const before = await database.first(sizes, {});
    const [bytesBefore, freeBefore] = [before?.bytes ?? 0, before?.free ?? 0];
    await database.demandRoom(bytesBefore - freeBefore);
    const problems = await workOnFile({ file, job: 'rewrite' });
    const bytesAfter = (await database.first(sizes, {}))?.bytes ?? 0;
    return { kind: 'sqlite', file, bytesBefore, bytesAfter, freeBefore, problems };
  } finally {
    await database.close();
  }
}

function sqliteOnly(options: StoreOptions, command: string): SqliteOptions {
  if (!('databaseUrl' in options)) return options;
  throw new CadenceError('INPUT_INVALID', 'This is for SQLite, and the database is PostgreSQL.', {
    hint: `Use its own tools: ${command}`,
  });
}

function existingFile({ dataDir }: SqliteOptions): string {
  const file = join(dataDir, databaseFile);
  if (existsSync(file)) return file;
  throw new CadenceError('FILE_UNREADABLE', `There is no database "${file}" yet.`, {
    hint: 'Set CADENCE_DATA_DIR to the folder that has it, or go where ".cadence" is.',
  });
}
