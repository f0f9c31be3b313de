// Group commit: writes that wait at the same time share one transaction, and none of them can hurt another.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Backoff } from '../database/backoff.ts';
import type { Queries, WriteOptions } from '../database/database.ts';
import { CommitPace } from './commit-pace.ts';
import { LogFlush } from './log-flush.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { isBusy } from './sqlite-error.ts';
import { TransactionQueries } from './transaction-queries.ts';

interface PendingWrite {
  /** Set when a transaction it was part of failed: it then gets one to itself. */
  alone: boolean;
  backoff: Backoff;
  /** Runs the work; returns how to report its result once that is committed. */
  attempt: (queries: Queries) => Promise<() => void>;
  fail: (error: unknown) => void;
}

// Bounds how long one transaction keeps the event loop.
const largestBatch = 64;
// When so many share a commit, one more makes it hardly cheaper for them.
const enoughCompany = 24;

export class WriteQueue {
  readonly #connection: SqliteConnection;
  readonly #queries: TransactionQueries;
  readonly #waitMs: number;
  readonly #explain: (error: unknown) => unknown;
  readonly #log: LogFlush;
  readonly #pace = new CommitPace();
  readonly #pending: PendingWrite[] = [];
  #draining: Promise<void> | undefined;
  /** Ends the wait for company. */
  #goOn: (() => void) | undefined;
  #held: Promise<void> | undefined;
  #transaction: PromiseWithResolvers<void> | undefined;

  constructor(connection: SqliteConnection, waitMs: number, explain: (error: unknown) => unknown) {
    this.#connection = connection;
    this.#queries = new TransactionQueries(connection);
    this.#waitMs = waitMs;
    this.#explain = explain;
    this.#log = new LogFlush(connection.file);
  }

  write<T>(work: (queries: Queries) => Promise<T>, { durable, onCommit }: WriteOptions<T> = {}): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const fail = (error: unknown) => reject(this.#explain(error));
    this.#pending.push({
      alone: false,
      backoff: new Backoff(this.#waitMs),
      attempt: async (queries) => {
        const result = await work(queries);
        return () => {
          try {
            onCommit?.(result);
          } catch (error) {
            return reject(error);
          }
          if (durable) this.#log.flush().then(() => resolve(result), fail);
          else resolve(result);
        };
      },
      fail,
    });
    this.#draining ??= this.#drain();
    if (this.#pending.length >= enoughCompany) this.#goOn?.();
    return promise;
  }

  /** Resolves when no transaction is open: what is read then is committed. */
  async betweenTransactions(): Promise<void> {
    while (this.#transaction) await this.#transaction.promise;
  }

  /** Has this process begin no transaction meanwhile: what is written waits, however long it takes. */
  async withoutWrites<T>(work: () => Promise<T>): Promise<T> {
    while (this.#held) await this.#held;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    try {
      await this.betweenTransactions();
      return await work();
    } finally {
      this.#held = undefined;
      resolve();
    }
  }

  /** Waits for what is queued, and takes no more. */
  async close(): Promise<void> {
    await this.#draining;
    await this.#log.close();
  }

  async #drain(): Promise<void> {
    while (this.#pending.length > 0) {
      await this.#company();
      while (this.#held) await this.#held;
      const batch = await this.#begin();
      if (batch.length > 0) await this.#runBatch(batch);
    }
    this.#draining = undefined;
  }

  /** Everything that arrives meanwhile joins the batch. */
  async #company(): Promise<void> {
    const wait = this.#pending.length < enoughCompany ? this.#pace.wait() : 0;
    if (wait === 0) return nextTurn();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, wait);
    this.#goOn = resolve;
    await promise;
    this.#goOn = undefined;
    clearTimeout(timer);
  }

  /** Opens a transaction for the writes at the head of the queue; for none when they had to be given up. */
  async #begin(): Promise<PendingWrite[]> {
    const backoff = new Backoff(this.#waitMs);
    while (this.#pending.length > 0) {
      const size = this.#pending[0]?.alone ? 1 : largestBatch;
      try {
        this.#connection.begin();
        this.#transaction = Promise.withResolvers();
        return this.#pending.splice(0, size);
      } catch (error) {
        this.#giveUp(error);
      }
      if (this.#pending.length > 0) await backoff.wait();
    }
    return [];
  }

  /** While another process holds the lock, writes wait; any other reason they are told at once. */
  #giveUp(error: unknown): void {
    const staying = isBusy(error) ? this.#pending.filter((write) => !write.backoff.exhausted) : [];
    const leaving = this.#pending.filter((write) => !staying.includes(write));
    this.#pending.splice(0, this.#pending.length, ...staying);
    for (const write of leaving) write.fail(error);
  }

  async #runBatch(batch: PendingWrite[]): Promise<void> {
    const reports: (() => void)[] = [];
    try {
      for (const write of batch) reports.push(await this.#attempt(write));
      this.#connection.commit();
      this.#pace.count(batch.length);
    } catch (error) {
      reports.splice(0, reports.length, ...this.#afterFailure(batch, error));
    } finally {
      this.#transaction?.resolve();
      this.#transaction = undefined;
    }
    for (const report of reports) report();
  }

  /** A write that fails before it changed anything needs no rollback, so the others keep their transaction. */
  async #attempt(write: PendingWrite): Promise<() => void> {
    const before = this.#queries.changing;
    try {
      return await write.attempt(this.#queries);
    } catch (error) {
      if (this.#queries.changing !== before || !this.#connection.inTransaction) throw error;
      return () => write.fail(error);
    }
  }

  #afterFailure(batch: PendingWrite[], error: unknown): (() => void)[] {
    this.#connection.rollback();
    if (batch.length === 1) return batch.map((write) => () => write.fail(error));
    for (const write of batch) write.alone = true;
    this.#pending.unshift(...batch);
    return [];
  }
}
