import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CadenceError } from '@cadence/contracts';
import { Backoff } from '../database/backoff.ts';
import type { Database } from '../database/database.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteDatabase } from './sqlite-database.ts';
import { explainSqlite, isBusy } from './sqlite-error.ts';

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
  return new SqliteDatabase(await connect(file, new Backoff(waitMs), walAutocheckpoint), waitMs);
}

async function connect(file: string, backoff: Backoff, walAutocheckpoint: number): Promise<SqliteConnection> {
  for (;;) {
    try {
      return new SqliteConnection(file, walAutocheckpoint);
    } catch (error) {
      if (!isBusy(error) || backoff.exhausted) throw explainSqlite(error, file);
    }
    await backoff.wait();
  }
}
