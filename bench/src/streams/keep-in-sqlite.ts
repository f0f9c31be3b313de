import { fdatasync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { Keeper } from './keeper.ts';

const flush = promisify(fdatasync);

export function keepInSqlite(folder: string): Keeper {
  const file = join(folder, 'kept.db');
  const database = new DatabaseSync(file);
  database.exec('PRAGMA page_size = 1024; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  database.exec(`
    CREATE TABLE runs (id INTEGER PRIMARY KEY, asked TEXT NOT NULL, status TEXT NOT NULL, answer TEXT);
    CREATE TABLE blocks (run INTEGER NOT NULL, first INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (run, first)) WITHOUT ROWID
  `);
  const accept = database.prepare("INSERT INTO runs (asked, status) VALUES (?, 'running')");
  const keep = database.prepare('INSERT INTO blocks (run, first, text) VALUES (?, ?, ?)');
  const end = database.prepare("UPDATE runs SET status = 'completed', answer = ? WHERE id = ?");
  const log = openSync(`${file}-wal`, 'r+');
  let waiting: (() => void)[] = [];
  let committed: Promise<void> | undefined;
  let flushed: Promise<void> | undefined;

  /** Writes what comes in one turn of the event loop in one transaction. */
  const write = (work: () => void): Promise<void> => {
    waiting.push(work);
    committed ??= new Promise((resolve) =>
      setImmediate(() => {
        const batch = waiting;
        waiting = [];
        committed = undefined;
        database.exec('BEGIN IMMEDIATE');
        for (const each of batch) each();
        database.exec('COMMIT');
        resolve();
      }),
    );
    return committed;
  };
  const onDisk = () => {
    flushed ??= flush(log).finally(() => {
      flushed = undefined;
    });
    return flushed;
  };
  return {
    async begin(asked) {
      let run = 0;
      await write(() => {
        run = Number(accept.run(asked).lastInsertRowid);
      });
      await onDisk();
      return run;
    },
    keep: (run, first, text) => void write(() => void keep.run(run, first, text)),
    async end(run, answer) {
      await write(() => void end.run(answer, run));
      await onDisk();
    },
  };
}
