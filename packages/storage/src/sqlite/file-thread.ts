// Run as a thread: works on a whole database file, while the process goes on.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { FileWork } from './file-work.ts';

const { file, job }: FileWork = workerData;
const MOST_PROBLEMS = 100;
/** How long to wait for others to let go of the file. */
const WAIT_MS = 30_000;

function work(): string[] {
  const database = new DatabaseSync(file, { readOnly: job !== 'rewrite', timeout: WAIT_MS });
  try {
    return job === 'rewrite' ? rewrite(database) : check(database);
  } finally {
    database.close();
  }
}

function check(database: DatabaseSync): string[] {
  const pragma = job === 'check all' ? 'integrity_check' : 'quick_check';
  const found = database.prepare(`PRAGMA ${pragma}(${MOST_PROBLEMS})`).all();
  const problems = found.flatMap((row) => Object.values(row).map(String)).filter((text) => text !== 'ok');
  if (job !== 'check all' || problems.length > 0) return problems;
  const orphans = database.prepare('PRAGMA foreign_key_check').all().slice(0, MOST_PROBLEMS);
  return orphans.map(
    ({ table, rowid, parent }) => `Row ${rowid} of ${table} refers to a missing row of ${parent}.`,
  );
}

/** Leaves no byte of what was removed: not in pages that are free, nor in the log. */
function rewrite(database: DatabaseSync): string[] {
  database.exec('VACUUM');
  const folded = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  return folded?.busy === 0 ? [] : ['The log is in use by another process.'];
}

try {
  parentPort?.postMessage(work());
} catch (error) {
  parentPort?.postMessage([error instanceof Error ? error.message : String(error)]);
}
