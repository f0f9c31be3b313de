import { DatabaseSync } from 'node:sqlite';

export interface FileWork {
  file: string;
  /** `check pages` looks at their structure alone, `check all` at indexes, constraints and references as well. */
  job: 'check pages' | 'check all' | 'rewrite';
}

const MOST_PROBLEMS = 100;

/** Returns what is wrong with the file. `waitMs` is how long others may take to let go of it. */
export function doFileWork({ file, job }: FileWork, waitMs: number): string[] {
  try {
    using database = new DatabaseSync(file, { readOnly: job !== 'rewrite', timeout: waitMs });
    return job === 'rewrite' ? rewrite(database) : check(database, job);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function check(database: DatabaseSync, job: FileWork['job']): string[] {
  const pragma = job === 'check all' ? 'integrity_check' : 'quick_check';
  const found = database.prepare(`PRAGMA ${pragma}(${MOST_PROBLEMS})`).all();
  const problems = found.flatMap((row) => Object.values(row).map(String)).filter((text) => text !== 'ok');
  if (job !== 'check all' || problems.length > 0) return problems;
  const orphans = database.prepare('PRAGMA foreign_key_check').all().slice(0, MOST_PROBLEMS);
  return orphans.map(
    ({ table, rowid, parent }) => `Row ${rowid} of ${table} refers to a missing row of ${parent}.`,
  );
}

/** Leaves no byte of what was removed: not among the words of runs, nor in pages that are free, nor in the log. */
function rewrite(database: DatabaseSync): string[] {
  if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'run_words'").get())
    database.exec("INSERT INTO run_words (run_words) VALUES ('optimize')");
  database.exec('VACUUM');
  const folded = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  return folded?.busy === 0 ? [] : ['The log is in use by another process.'];
}
