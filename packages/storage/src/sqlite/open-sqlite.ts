import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CadenceError } from '@cadence/contracts';
import { Backoff } from '../database/backoff.ts';
import type { Database } from '../database/database.ts';
import { HolderLocks } from './holder-locks.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteDatabase } from './sqlite-database.ts';
import { explainSqlite, isBusy } from './sqlite-error.ts';
import { SteadyClock } from './steady-clock.ts';

export interface SqliteOptions {
  dataDir: string;
  /** How long to wait for another process to let go of the file. Default 10 000. */
  waitMs?: number;
  /** Pages of the log after which it is folded into the file, never with 0. Default 4000. */
  walAutocheckpoint?: number;
}

const databaseFile = 'cadence.db';

/** Opens the database in the data folder, making both where they are missing. */
export async function openSqlite(options: SqliteOptions): Promise<Database> {
  const { dataDir, waitMs = 10_000, walAutocheckpoint = 4000 } = options;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new CadenceError('STORE_UNWRITABLE', `The data folder "${dataDir}" cannot be made.`, {
      hint: 'Set CADENCE_DATA_DIR to a folder that the user who runs Cadence may write to.',
      cause,
    });
  }
  const file = join(dataDir, databaseFile);
  const clock = new SteadyClock();
  const connect = () => new SqliteConnection(file, walAutocheckpoint, clock);
  const connection = await whenFree(connect, file, new Backoff(waitMs));
  const database = new SqliteDatabase(connection, new HolderLocks(join(dataDir, 'holders')), waitMs);
  try {
    await clock.agree(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
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
