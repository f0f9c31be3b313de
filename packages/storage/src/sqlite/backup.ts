// One file that has all of a database, made while others work on it, and put back in its place.
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CadenceError } from '@cadence-agents/contracts';
import { databaseFile } from './data-folder.ts';
import { workOnFile } from './file-work.ts';
import { withoutLog } from './sqlite-connection.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { damagedFile, explainSqlite, isBusy } from './sqlite-error.ts';

/** Copies what is committed now. */
export async function copyDatabase(source: Pick<SqliteDatabase, 'copyPages'>, to: string): Promise<void> {
  if (existsSync(to)) {
    throw new CadenceError('INPUT_INVALID', `There is a file "${to}" already.`, {
      hint: 'Name one that is not there, or remove it first.',
    });
  }
  // Not seen under its name before it is whole.
  const part = `${to}.part`;
  try {
    mkdirSync(dirname(resolve(to)), { recursive: true });
    rmSync(part, { force: true });
    closeSync(openSync(part, 'wx', 0o600));
    await source.copyPages(part);
    const copy = new DatabaseSync(part);
    copy.exec(withoutLog);
    copy.close();
    const problems = await workOnFile({ file: part, job: 'check pages' });
    if (problems.length > 0) throw damagedFile(part, problems);
    moveWhole(part, to);
  } catch (error) {
    rmSync(part, { force: true });
    throw explainSqlite(error, to);
  }
}

/** Puts a copy in the place of the database. Returns where that is now, if there was one. */
export async function restoreCopy(from: string, dataDir: string): Promise<string | null> {
  await checkCopy(from);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, databaseFile);
  refuseInUse(file);
  const part = `${file}.part`;
  copyFileSync(from, part);
  chmodSync(part, 0o600);
  const replaced = setAside(file);
  moveWhole(part, file);
  return replaced;
}

async function checkCopy(from: string): Promise<void> {
  const refuse = (why: string, hint: string) =>
    new CadenceError('FILE_UNREADABLE', `"${from}" ${why}.`, { hint });
  if (!statSync(from, { throwIfNoEntry: false })?.isFile()) {
    throw refuse('is not a file', 'Name a file that "cadence db backup" has made.');
  }
  if ((statSync(`${from}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw refuse(
      'is in use, or has a log beside it',
      'Make a copy of it with "cadence db backup" where it is.',
    );
  }
  const problems = await workOnFile({ file: from, job: 'check all' });
  if (problems.length > 0) throw damagedFile(from, problems);
  const copy = new DatabaseSync(from, { readOnly: true });
  try {
    copy.prepare('SELECT MAX(version) FROM cadence_schema').get();
  } catch {
    throw refuse('is no database of Cadence', 'Name a file that "cadence db backup" has made.');
  } finally {
    copy.close();
  }
}

function refuseInUse(file: string): void {
  // SQLite would throw away the log of an empty one.
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  try {
    const database = new DatabaseSync(file, { timeout: 0 });
    try {
      // Nobody can while another has it open.
      database.exec(withoutLog);
    } finally {
      database.close();
    }
  } catch (error) {
    if (!isBusy(error)) return;
    throw new CadenceError('STORE_LOCKED', `The database "${file}" is in use.`, {
      hint: 'Stop the servers and workers that use it, then try again.',
      cause: error,
    });
  }
}

function setAside(file: string): string | null {
  const aside = `${file}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  const found = ['-shm', '-wal', ''].filter((end) => existsSync(file + end));
  for (const end of found) renameSync(file + end, aside + end);
  return found.length > 0 ? aside : null;
}

/** Flushed before it has its name, so that a power cut does not leave half of it. */
function moveWhole(from: string, to: string): void {
  const descriptor = openSync(from, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(from, to);
}
