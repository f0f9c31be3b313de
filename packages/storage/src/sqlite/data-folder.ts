// The folder that SQLite's files are in: private, writable, and with all of the files that belong together.
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CadenceError } from '@cadence-agents/contracts';

export const databaseFile = 'cadence.db';
const holders = 'holders';
const STICKY = 0o1000;
const OF_OTHERS = 0o077;

export interface DataFolder {
  database: string;
  /** See `holder-locks.ts`. */
  holders: string;
}

/** Makes it where it is missing. Refuses one whose database is gone, or would be lost if it were opened. */
export function prepareDataFolder(dataDir: string): DataFolder {
  const database = join(dataDir, databaseFile);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const names = readdirSync(dataDir);
    refuseRemains(dataDir, names);
    if (names.length === 0 || names.includes(databaseFile)) makeFolderPrivate(dataDir);
    // SQLite makes its other files as readable as this one.
    if (!names.includes(databaseFile)) closeSync(openSync(database, 'a', 0o600));
    makeFilePrivate(database);
  } catch (cause) {
    if (CadenceError.is(cause)) throw cause;
    throw new CadenceError('STORE_UNWRITABLE', `The data folder "${dataDir}" cannot be made or written to.`, {
      hint: 'Set CADENCE_DATA_DIR to a folder that the user who runs Cadence may write to.',
      cause,
    });
  }
  return { database, holders: join(dataDir, holders) };
}

/** SQLite takes an empty file for a new database, and throws away the log that it finds beside one. */
function refuseRemains(dataDir: string, names: readonly string[]): void {
  const sizeOf = (name: string) => (names.includes(name) ? statSync(join(dataDir, name)).size : 0);
  if (sizeOf(databaseFile) > 0) return;
  const file = join(dataDir, databaseFile);
  const state = names.includes(databaseFile) ? 'is empty' : 'is missing';
  if (sizeOf(`${databaseFile}-wal`) > 0) {
    throw new CadenceError('STORE_CORRUPT', `The database "${file}" ${state}, but there is a log of it.`, {
      hint: `Put the database back beside "${databaseFile}-wal", or move that away and restore a backup with: cadence db restore FILE`,
    });
  }
  if (!names.includes(holders)) return;
  throw new CadenceError('STORE_CORRUPT', `The database "${file}" ${state}, though this folder had one.`, {
    hint: `Restore a backup with: cadence db restore FILE. To begin anew, remove "${join(dataDir, holders)}" too.`,
  });
}

/** Left as it is where it is shared by design, or somebody else's: the files in it are private all the same. */
function makeFolderPrivate(dataDir: string): void {
  const { mode, uid } = statSync(dataDir);
  if ((mode & OF_OTHERS) === 0 || (mode & STICKY) !== 0 || uid !== process.getuid?.()) return;
  chmodSync(dataDir, mode & ~OF_OTHERS & 0o7777);
}

function makeFilePrivate(file: string): void {
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    const found = statSync(name, { throwIfNoEntry: false });
    if (!found?.isFile() || (found.mode & OF_OTHERS) === 0) continue;
    try {
      chmodSync(name, 0o600);
    } catch (cause) {
      throw new CadenceError(
        'STORE_UNWRITABLE',
        `Others can read "${name}", and it cannot be made private.`,
        {
          hint: `As its owner run: chmod 600 "${name}"`,
          cause,
        },
      );
    }
  }
}
