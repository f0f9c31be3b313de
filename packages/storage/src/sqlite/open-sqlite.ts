import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { CadenceError } from '@cadence-agents/contracts';
import { Backoff } from '../database/backoff.ts';
import { prepareDataFolder } from './data-folder.ts';
import { HolderLocks } from './holder-locks.ts';
import { knowsItsLog, SqliteConnection } from './sqlite-connection.ts';
import { SqliteDatabase } from './sqlite-database.ts';
import { explainSqlite, isBusy } from './sqlite-error.ts';
import { SteadyClock } from './steady-clock.ts';

export interface SqliteOptions {
  dataDir: string;
  /** How long to wait for another process to let go of the file. Default 10 000. */
  waitMs?: number;
  /** Pages of the log after which it is folded into the file, never with 0. Default 4000. */
  walAutocheckpoint?: number;
  /** Look for damaged pages. Of a file that takes longer than a few seconds it is known later, see `Store.probe`. */
  quickCheck?: boolean;
}

const LONGEST_CHECK_MS = 3_000;

/** Opens the database in the data folder, making both where they are missing. */
export async function openSqlite(options: SqliteOptions): Promise<SqliteDatabase> {
  const { dataDir, waitMs = 10_000, walAutocheckpoint = 4000, quickCheck = false } = options;
  const { database: file, holders } = prepareDataFolder(dataDir);
  const clock = new SteadyClock();
  const connect = () => {
    refuseWithoutLog(file);
    return new SqliteConnection(file, walAutocheckpoint, clock);
  };
  const connection = await whenFree(connect, file, new Backoff(waitMs));
  const database = new SqliteDatabase(connection, new HolderLocks(holders), waitMs);
  try {
    await clock.agree(database);
    if (quickCheck) await database.check(LONGEST_CHECK_MS);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/**
 * A file says by itself whether it is in use, and then the last that was written is in a log beside it. Without that
 * log it would be opened as it was some time ago, and nobody would know.
 */
function refuseWithoutLog(file: string): void {
  const hasLog = () => existsSync(`${file}-wal`);
  if (hasLog() || !isInUse(file)) return;
  // Somebody may have opened it between the two looks.
  if (hasLog()) return;
  throw new CadenceError(
    'STORE_CORRUPT',
    `The database "${file}" was in use, and its log "${file}-wal" is missing.`,
    {
      hint: `Put that file beside it, or restore a backup with: cadence db restore FILE. To go on without what it had, make an empty file of that name.`,
    },
  );
}

function isInUse(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    return knowsItsLog(database) && database.prepare('PRAGMA journal_mode').get()?.journal_mode === 'wal';
  } finally {
    database.close();
  }
}

async function whenFree(
  connect: () => SqliteConnection,
  file: string,
  backoff: Backoff,
): Promise<SqliteConnection> {
  for (;;) {
    try {
      return connect();
    } catch (error) {
      if (!isBusy(error) || backoff.exhausted) throw explainSqlite(error, file);
    }
    await backoff.wait();
  }
}
