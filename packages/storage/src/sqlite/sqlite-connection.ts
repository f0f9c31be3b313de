import { backup, DatabaseSync, type StatementSync } from 'node:sqlite';
import type { SqlRow, SqlValue, Statement } from '../database/database.ts';
import { bindValues, type CompiledSql, compileSql } from '../database/dialect.ts';
import type { SteadyClock } from './steady-clock.ts';

interface Prepared {
  compiled: CompiledSql;
  statement: StatementSync;
}

// In a new file only. A commit writes whole pages and changes a little of many: small ones come to a third.
const pageSize = 'PRAGMA page_size = 1024';
// What must be on the disk is flushed there without stopping the event loop: see log-flush.ts.
const withLog = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL';
/** A file without a log: all of it is in this one, which can be copied. */
export const withoutLog = 'PRAGMA journal_mode = DELETE';

// In between others would write, and it would have to begin again. Readers do not keep writers waiting.
const ALL_PAGES = 2 ** 31 - 1;

/** Whether whoever used the file last leaves it without a log in the end; older versions did not. */
export const knowsItsLog = (database: DatabaseSync): boolean =>
  database.prepare('PRAGMA user_version').get()?.user_version === 1;

/** One connection, used synchronously: statements prepared once, and the few commands a transaction needs. */
export class SqliteConnection {
  readonly file: string;
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;

  /** Fails with `SQLITE_BUSY` at once rather than waiting, as a wait here would stop the event loop. */
  constructor(file: string, walAutocheckpoint: number, clock: SteadyClock) {
    this.file = file;
    this.#database = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true });
    try {
      this.#database.exec(pageSize);
      if (!knowsItsLog(this.#database)) this.#database.exec('PRAGMA user_version = 1; PRAGMA wal_checkpoint');
      this.#database.exec(withLog);
      // The log is folded into the file every so many pages: 4000 are about 4 MB, as with pages of the usual size.
      this.#database.exec(`PRAGMA wal_autocheckpoint = ${walAutocheckpoint}`);
      this.#database.function('steady_ms', () => clock.now());
      this.#begin = this.#database.prepare('BEGIN IMMEDIATE');
      this.#commit = this.#database.prepare('COMMIT');
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  begin(): void {
    this.#begin.run();
  }

  commit(): void {
    this.#commit.run();
  }

  /** Also when SQLite has already rolled back by itself, as it does when the disk is full. */
  rollback(): void {
    if (this.inTransaction) this.#database.exec('ROLLBACK');
  }

  all<P extends Record<string, SqlValue>, R extends SqlRow>(of: Statement<P, R>, params: P): R[] {
    const { statement, compiled } = this.#prepare(of);
    // The statement's author says what its rows are; there is nothing to check it against.
    return statement.all(...bindValues(compiled, params)) as R[];
  }

  first<P extends Record<string, SqlValue>, R extends SqlRow>(of: Statement<P, R>, params: P): R | undefined {
    const { statement, compiled } = this.#prepare(of);
    return statement.get(...bindValues(compiled, params)) as R | undefined;
  }

  run<P extends Record<string, SqlValue>>(of: Statement<P>, params: P): number {
    const { statement, compiled } = this.#prepare(of);
    return Number(statement.run(...bindValues(compiled, params)).changes);
  }

  /** Copies what is committed into a file, in a thread of Node's. */
  async copyPages(file: string): Promise<void> {
    await backup(this.#database, file, { rate: ALL_PAGES });
  }

  close(): void {
    this.#prepared.clear();
    try {
      this.#database.exec(withoutLog);
    } catch {
      // Another process has it open, or it cannot be written: the log stays.
    }
    this.#database.close();
  }

  #prepare(of: { readonly sql: string }): Prepared {
    const known = this.#prepared.get(of.sql);
    if (known) return known;
    const compiled = compileSql(of.sql, 'sqlite');
    const prepared = { compiled, statement: this.#database.prepare(compiled.text) };
    this.#prepared.set(of.sql, prepared);
    return prepared;
  }
}
