import { CadenceError, type ErrorCode } from '@cadence-agents/contracts';

// Primary result codes: https://sqlite.org/rescode.html
const GENERIC = 1;
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;
const PROTOCOL = 15;
// Extended: the shared-memory file of the WAL could not grow.
const IOERR_SHMSIZE = IOERR | (19 << 8);

interface Explanation {
  code: ErrorCode;
  failed: string;
  hint: string;
}

const damaged: Explanation = {
  code: 'STORE_CORRUPT',
  failed: 'is damaged or is not a database',
  hint: 'Stop Cadence, keep a copy of the file, and restore a backup (cadence db restore FILE) or run "sqlite3 FILE .recover".',
};
const full: Explanation = {
  code: 'STORE_FULL',
  failed: 'has no room left; nothing of this write was kept',
  hint: 'Free space on the disk; it works again by itself.',
};
const unwritable: Explanation = {
  code: 'STORE_UNWRITABLE',
  failed: 'cannot be written to',
  hint: 'Give the user that runs Cadence the right to write to the data folder, or set CADENCE_DATA_DIR to another.',
};
const diskError: Explanation = {
  ...unwritable,
  failed: 'could not be read or written: the disk reports an error',
};
const locked: Explanation = {
  code: 'STORE_LOCKED',
  failed: 'is held by another process, which did not let go in time',
  hint: 'Stop the other program that has the file open (a backup, a database browser), then try again.',
};

// What a table or a column that is not there means: this program made it.
const outgrown: Explanation = {
  code: 'STORE_NEWER',
  failed: 'lacks a table or column: a newer version of Cadence has changed it',
  hint: 'Stop this process; the newer version goes on with its work.',
};
const missing = /no such (?:table|column)|has no column named/;

const explanations = new Map<number, Explanation>([
  [BUSY, locked],
  [LOCKED, locked],
  [PROTOCOL, locked],
  [READONLY, unwritable],
  [IOERR, diskError],
  [CORRUPT, damaged],
  [FULL, full],
  [IOERR_SHMSIZE, full],
  [CANTOPEN, unwritable],
  [NOTADB, damaged],
]);

/** What the operating system reports when a flush to the disk fails. */
const flushErrors = new Map<unknown, Explanation>([
  ['ENOSPC', full],
  ['EDQUOT', full],
  ['EIO', diskError],
]);

function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode : undefined;
}

export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code !== undefined && [BUSY, LOCKED, PROTOCOL].includes(code & 0xff);
}

/** What SQLite reported, as an error that says what to do; other errors as they are. */
export function explainSqlite(error: unknown, file: string): unknown {
  const explanation = explanationOf(error);
  if (!explanation) return error;
  return new CadenceError(explanation.code, `The database "${file}" ${explanation.failed}.`, {
    hint: explanation.hint,
    cause: error,
  });
}

export function fullDisk(file: string): CadenceError {
  return new CadenceError(full.code, `The disk of the database "${file}" is full.`, { hint: full.hint });
}

export function damagedFile(file: string, problems: readonly string[]): CadenceError {
  return new CadenceError(damaged.code, `The database "${file}" is damaged: ${problems[0]}`, {
    hint: damaged.hint,
    details: { problems },
  });
}

function explanationOf(error: unknown): Explanation | undefined {
  const code = resultCode(error);
  if (code === GENERIC && error instanceof Error && missing.test(error.message)) return outgrown;
  if (code !== undefined) return explanations.get(code) ?? explanations.get(code & 0xff);
  return error instanceof Error && 'code' in error ? flushErrors.get(error.code) : undefined;
}
