import type { Pool, PoolClient } from 'pg';
import { Backoff } from '../database/backoff.ts';
import { closedError } from '../database/closed-error.ts';
import type { Database, Queries, SqlRow, SqlValue, Statement, WriteOptions } from '../database/database.ts';
import { isRead } from '../database/dialect.ts';
import { beginMarked, type CommitMark, CommitMarks, wasCommitted } from './commit-mark.ts';
import { explainPostgres, isConflict, isLost } from './postgres-error.ts';
import { PostgresQueries } from './postgres-queries.ts';

// A unique key that is still taken after this was not a race.
const mostConflicts = 5;

interface Setup {
  pool: Pool;
  /** Its name in messages. */
  server: string;
  waitMs: number;
  /** Whether a pooler stands before the server, so that each transaction may be on another of its sessions. */
  pooled: boolean;
  longestPauseMs: number;
}

/**
 * PostgreSQL through a pool. Work that the loss of a connection interrupted is run again; where the loss left open
 * whether a commit had happened, the server is asked, so that nothing happens twice.
 */
export class PostgresDatabase implements Database {
  readonly dialect = 'postgres';
  // Its processes are on many machines and share no files: see workers/process-identity.ts for those of this one.
  readonly holders = { announce: () => {}, dead: () => [], forget: () => {} };
  readonly damage = undefined;
  readonly demandRoom = async () => {};
  // It rewrites tables under a lock that everybody waits for, and only its operator can say when.
  readonly scrub = async () => {};
  readonly #pool: Pool;
  readonly #queries: PostgresQueries;
  readonly #server: string;
  readonly #waitMs: number;
  readonly #named: boolean;
  /** What a transaction says of itself where its session is somebody else's next. */
  readonly #bounds: string;
  readonly #marks = new CommitMarks();
  #isPatient = true;
  #closing: Promise<void> | undefined;

  constructor({ pool, server, waitMs, pooled, longestPauseMs }: Setup) {
    this.#pool = pool;
    this.#named = !pooled;
    this.#queries = new PostgresQueries(pool, this.#named);
    this.#server = server;
    this.#waitMs = waitMs;
    this.#bounds = pooled ? `; SET LOCAL idle_in_transaction_session_timeout = ${longestPauseMs}` : '';
  }

  get pool() {
    const { totalCount: open, idleCount: idle, waitingCount: waiting, options } = this.#pool;
    return { open, idle, waiting, most: options.max };
  }

  async all<P extends Record<string, SqlValue>, R extends SqlRow>(
    of: Statement<P, R>,
    params: P,
  ): Promise<R[]> {
    if (!isRead(of.sql)) return this.write((queries) => queries.all(of, params));
    return this.#withRetries(() => this.#queries.all(of, params));
  }

  async first<P extends Record<string, SqlValue>, R extends SqlRow>(
    of: Statement<P, R>,
    params: P,
  ): Promise<R | undefined> {
    if (!isRead(of.sql)) return this.write((queries) => queries.first(of, params));
    return this.#withRetries(() => this.#queries.first(of, params));
  }

  async run<P extends Record<string, SqlValue>>(of: Statement<P>, params: P): Promise<number> {
    return this.write((queries) => queries.run(of, params));
  }

  /** Every commit is on the server's disk before it is acknowledged, asked for or not: see `docs/DECISIONS.md`. */
  async write<T>(work: (queries: Queries) => Promise<T>, { onCommit }: WriteOptions<T> = {}): Promise<T> {
    const result = await this.#withRetries((backoff) => this.#transact(work, backoff));
    onCommit?.(result);
    return result;
  }

  /** Without a transaction around it, and so without a mark that tells whether it happened: a third of the messages. */
  change<P extends Record<string, SqlValue>, R extends SqlRow>(of: Statement<P, R>, params: P): Promise<R[]> {
    return this.#withRetries(() => this.#queries.all(of, params));
  }

  changeOnce<P extends Record<string, SqlValue>, R extends SqlRow>(
    of: Statement<P, R>,
    params: P,
  ): Promise<R[] | 'unknown'> {
    return this.#withRetries(async () => {
      const client = await this.#pool.connect();
      try {
        const rows = await new PostgresQueries(client, this.#named).all(of, params);
        client.release();
        return rows;
      } catch (error) {
        client.release(isLost(error));
        if (isLost(error)) return 'unknown';
        throw error;
      }
    });
  }

  stopWaiting(): void {
    this.#isPatient = false;
  }

  close(): Promise<void> {
    this.#closing ??= this.#pool.end();
    return this.#closing;
  }

  /** Tries until it succeeds, fails for a reason that waiting does not cure, or has taken too long. */
  async #withRetries<T>(attempt: (backoff: Backoff) => Promise<T>): Promise<T> {
    const backoff = new Backoff(this.#waitMs);
    let conflicts = 0;
    for (;;) {
      if (this.#closing) throw closedError();
      try {
        return await attempt(backoff);
      } catch (error) {
        const again = isLost(error) || (isConflict(error) && ++conflicts <= mostConflicts);
        if (!again || backoff.exhausted || (isLost(error) && !this.#isPatient))
          throw explainPostgres(error, this.#server);
      }
      await backoff.wait();
    }
  }

  async #transact<T>(work: (queries: Queries) => Promise<T>, backoff: Backoff): Promise<T> {
    const client = await this.#pool.connect();
    const mark = this.#marks.take();
    let result: T;
    try {
      await client.query(beginMarked(mark) + this.#bounds);
      result = await work(new PostgresQueries(client, this.#named));
    } catch (error) {
      await rollback(client, error);
      // While the server has not noticed the loss, the transaction lives on and holds the row of its mark.
      if (!isLost(error)) this.#marks.giveBack(mark);
      throw error;
    }
    await this.#commit(client, mark, backoff);
    return result;
  }

  async #commit(client: PoolClient, mark: CommitMark, backoff: Backoff): Promise<void> {
    try {
      const { command } = await client.query('COMMIT');
      // The server answers the commit of a failed transaction with a rollback, not with an error.
      if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.');
      client.release();
    } catch (error) {
      client.release(true);
      if (!isLost(error) || !(await wasCommitted(this.#pool, mark, backoff))) throw error;
    }
    this.#marks.giveBack(mark);
  }
}

async function rollback(client: PoolClient, error: unknown): Promise<void> {
  if (isLost(error)) {
    client.release(true);
    return;
  }
  try {
    await client.query('ROLLBACK');
    client.release();
  } catch {
    client.release(true);
  }
}
