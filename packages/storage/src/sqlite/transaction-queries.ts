import type { Queries, SqlRow, SqlValue, Statement } from '../database/database.ts';
import { isRead } from '../database/dialect.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** Queries inside the transaction that is open on the connection. */
export class TransactionQueries implements Queries {
  readonly dialect = 'sqlite';
  /** How many statements may have changed something: tells whether there is anything to undo. */
  changing = 0;
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async all<P extends Record<string, SqlValue>, R extends SqlRow>(
    of: Statement<P, R>,
    params: P,
  ): Promise<R[]> {
    this.#count(of);
    return this.#connection.all(of, params);
  }

  async first<P extends Record<string, SqlValue>, R extends SqlRow>(
    of: Statement<P, R>,
    params: P,
  ): Promise<R | undefined> {
    this.#count(of);
    return this.#connection.first(of, params);
  }

  async run<P extends Record<string, SqlValue>>(of: Statement<P>, params: P): Promise<number> {
    this.changing++;
    return this.#connection.run(of, params);
  }

  #count(of: { readonly sql: string }): void {
    if (!isRead(of.sql)) this.changing++;
  }
}
