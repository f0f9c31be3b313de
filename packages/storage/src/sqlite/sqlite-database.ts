import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CadenceError, settlesWithin } from '@cadence-agents/contracts';
import { Backoff } from '../database/backoff.ts';
import { closedError } from '../database/closed-error.ts';
import type { Database, Queries, SqlRow, SqlValue, Statement, WriteOptions } from '../database/database.ts';
import { isRead } from '../database/dialect.ts';
import { workOnFile } from './file-work.ts';
import type { HolderLocks } from './holder-locks.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { damagedFile, explainSqlite, fullDisk, isBusy } from './sqlite-error.ts';
import { WriteQueue } from './write-queue.ts';

/** What it takes to fold the log into the file. */
const LEAST_ROOM = 4_000_000;

/** SQLite through one connection. Reads wait for the transaction at hand, so that they see committed data only. */
export class SqliteDatabase implements Database {
  readonly dialect = 'sqlite';
  readonly holders: HolderLocks;
  readonly #connection: SqliteConnection;
  readonly #waitMs: number;
  readonly #writes: WriteQueue;
  #closing: Promise<void> | undefined;
  #damage: CadenceError | undefined;

  constructor(connection: SqliteConnection, holders: HolderLocks, waitMs: number) {
    this.holders = holders;
    this.#connection = connection;
    this.#waitMs = waitMs;
    this.#writes = new WriteQueue(connection, waitMs, (error) => this.#explain(error));
  }

  get damage(): CadenceError | undefined {
    return this.#damage;
  }

  /** Looks for damage, and throws what is found in time; later it is known as `damage`. */
  async check(longestMs: number): Promise<void> {
    const checked = workOnFile({ file: this.#connection.file, job: 'check pages' }).then((problems) => {
      if (problems.length > 0) this.#damage = damagedFile(this.#connection.file, problems);
    });
    // A check that cannot be made says nothing about the file.
    await settlesWithin(
      longestMs,
      checked.catch(() => {}),
    );
    if (this.#damage) throw this.#damage;
  }

  async all<P extends Record<string, SqlValue>, R extends SqlRow>(
    of: Statement<P, R>,
    params: P,
  ): Promise<R[]> {
    if (!isRead(of.sql)) return this.write((queries) => queries.all(of, params));
    return this.#read(() => this.#connection.all(of, params));
  }

  async first<P extends Record<string, SqlValue>, R extends SqlRow>(
    of: Statement<P, R>,
    params: P,
  ): Promise<R | undefined> {
    if (!isRead(of.sql)) return this.write((queries) => queries.first(of, params));
    return this.#read(() => this.#connection.first(of, params));
  }

  async run<P extends Record<string, SqlValue>>(of: Statement<P>, params: P): Promise<number> {
    return this.write((queries) => queries.run(of, params));
  }

  async write<T>(work: (queries: Queries) => Promise<T>, options?: WriteOptions<T>): Promise<T> {
    if (this.#closing) throw closedError();
    return this.#writes.write(work, options);
  }

  change<P extends Record<string, SqlValue>, R extends SqlRow>(of: Statement<P, R>, params: P): Promise<R[]> {
    return this.write((queries) => queries.all(of, params));
  }

  // No connection can be lost.
  changeOnce<P extends Record<string, SqlValue>, R extends SqlRow>(
    of: Statement<P, R>,
    params: P,
  ): Promise<R[]> {
    return this.change(of, params);
  }

  async demandRoom(bytes = LEAST_ROOM): Promise<void> {
    const { file } = this.#connection;
    const { bavail, bsize } = await statfs(dirname(file));
    if (bavail * bsize < Math.max(bytes, LEAST_ROOM)) throw fullDisk(file);
  }

  async scrub(): Promise<void> {
    if (this.#closing) throw closedError();
    const { file } = this.#connection;
    const problems = await this.#writes.withoutWrites(() => workOnFile({ file, job: 'rewrite' }));
    if (problems.length === 0) return;
    throw new CadenceError('STORE_LOCKED', `What was removed may still be found in the file of "${file}".`, {
      hint: 'Stop other programs that have the file open, then try again.',
      details: { problems },
    });
  }

  /** Copies what is committed into a file. */
  async copyPages(file: string): Promise<void> {
    if (this.#closing) throw closedError();
    await this.#connection.copyPages(file);
  }

  // Another process holds a lock for a moment; a file is never away.
  stopWaiting(): void {}

  close(): Promise<void> {
    this.#closing ??= this.#writes.close().then(() => {
      this.holders.close();
      this.#connection.close();
    });
    return this.#closing;
  }

  async #read<T>(query: () => T): Promise<T> {
    const backoff = new Backoff(this.#waitMs);
    for (;;) {
      await this.#writes.betweenTransactions();
      if (this.#closing) throw closedError();
      try {
        return query();
      } catch (error) {
        if (!isBusy(error) || backoff.exhausted) throw this.#explain(error);
      }
      await backoff.wait();
    }
  }

  #explain(error: unknown): unknown {
    const explained = explainSqlite(error, this.#connection.file);
    if (CadenceError.is(explained) && explained.code === 'STORE_CORRUPT') this.#damage ??= explained;
    return explained;
  }
}
