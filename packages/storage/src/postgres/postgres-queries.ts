import type { ClientBase, QueryConfig, QueryResult } from 'pg';
import type { Queries, SqlRow, SqlValue, Statement } from '../database/database.ts';
import { bindValues, type CompiledSql, compileSql } from '../database/dialect.ts';

interface NamedSql extends CompiledSql {
  name: string;
}

// By text, so that statements made anew for each use are prepared once as well.
const compiledByText = new Map<string, NamedSql>();

function namedSql(sql: string): NamedSql {
  const known = compiledByText.get(sql);
  if (known) return known;
  const named = { ...compileSql(sql, 'postgres'), name: `cadence_${compiledByText.size}` };
  compiledByText.set(sql, named);
  return named;
}

const PATIENCE_MS = 3_600_000;

export interface Connection {
  query<R extends SqlRow>(config: QueryConfig & { query_timeout?: number }): Promise<QueryResult<R>>;
}

/** Queries on one connection, or on any of a pool; where statements may have names, each is prepared once a connection. */
export class PostgresQueries implements Queries {
  readonly dialect = 'postgres';
  readonly #connection: Connection;
  readonly #named: boolean;

  constructor(connection: Pick<ClientBase, 'query'>, named: boolean) {
    this.#connection = connection;
    this.#named = named;
  }

  async all<P extends Record<string, SqlValue>, R extends SqlRow>(
    of: Statement<P, R>,
    params: P,
  ): Promise<R[]> {
    return (await this.#query(of, params)).rows;
  }

  async first<P extends Record<string, SqlValue>, R extends SqlRow>(
    of: Statement<P, R>,
    params: P,
  ): Promise<R | undefined> {
    return (await this.#query(of, params)).rows[0];
  }

  async run<P extends Record<string, SqlValue>>(of: Statement<P>, params: P): Promise<number> {
    return (await this.#query(of, params)).rowCount ?? 0;
  }

  #query<P extends Record<string, SqlValue>, R extends SqlRow>(
    of: Statement<P, R>,
    params: P,
  ): Promise<QueryResult<R>> {
    const sql = namedSql(of.sql);
    const query = {
      ...(this.#named && { name: sql.name }),
      text: sql.text,
      values: bindValues(sql, params),
      ...(of.patient && { query_timeout: PATIENCE_MS }),
    };
    return this.#connection.query<R>(query);
  }
}
