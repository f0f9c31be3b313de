// Run as a thread: reads a whole database file and tells what is wrong with it, while others go on with their work.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { FileCheck } from './check-file.ts';

const { file, full }: FileCheck = workerData;
const MOST_PROBLEMS = 100;

function check(): string[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  try {
    const found = database
      .prepare(`PRAGMA ${full ? 'integrity_check' : 'quick_check'}(${MOST_PROBLEMS})`)
      .all();
    const problems = found.flatMap((row) => Object.values(row).map(String)).filter((text) => text !== 'ok');
    if (!full || problems.length > 0) return problems;
    const orphans = database.prepare('PRAGMA foreign_key_check').all().slice(0, MOST_PROBLEMS);
    return orphans.map(
      ({ table, rowid, parent }) => `row ${rowid} of ${table} refers to a missing row of ${parent}`,
    );
  } finally {
    database.close();
  }
}

try {
  parentPort?.postMessage(check());
} catch (error) {
  parentPort?.postMessage([error instanceof Error ? error.message : String(error)]);
}
