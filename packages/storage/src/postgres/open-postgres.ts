import { CadenceError } from '@cadence/contracts';
import pg from 'pg';
import { Backoff } from '../database/backoff.ts';
import type { Database } from '../database/database.ts';
import { prepareCommitMarks } from './commit-mark.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { explainPostgres, isLost } from './postgres-error.ts';

export interface PostgresOptions {
  /** As in `postgres://user:password@host:5432/database`. */
  databaseUrl: string;
  /** How long work waits for a server that went away. Default 10 000. */
  waitMs?: number;
  /** Most connections at a time. Default 10. */
  connections?: number;
}

// A server that is starting gets a moment; one that is not there shall be reported soon.
const openWaitMs = 3_000;
const slowestQueryMs = 60_000;
const int8 = 20;

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { databaseUrl, waitMs = 10_000, connections = 10 } = options;
  const server = serverName(databaseUrl);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    keepAlive: true,
    connectionTimeoutMillis: waitMs,
    query_timeout: slowestQueryMs,
    // A process that was cut off shall not hold its locks until the network gives up on it.
    idle_in_transaction_session_timeout: slowestQueryMs,
    application_name: 'cadence',
    types: { getTypeParser: (id, format) => (id === int8 ? Number : pg.types.getTypeParser(id, format)) },
  });
  // A connection that breaks fails the query that waits on it, if any; the event beside it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await reach(pool, new Backoff(Math.min(waitMs, openWaitMs)));
  } catch (error) {
    await pool.end();
    throw explainPostgres(error, server);
  }
  return new PostgresDatabase(pool, server, waitMs);
}

async function reach(pool: pg.Pool, backoff: Backoff): Promise<void> {
  for (;;) {
    try {
      await prepareCommitMarks(pool);
      return;
    } catch (error) {
      if (!isLost(error) || backoff.exhausted) throw error;
    }
    await backoff.wait();
  }
}

/** Host, port and database for messages: never the password. */
function serverName(databaseUrl: string): string {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined;
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:') {
    throw new CadenceError('SETTING_INVALID', 'The database URL is not one of PostgreSQL.', {
      hint: 'Write it as postgres://user:password@host:5432/database; escape special characters of the password.',
    });
  }
  return `"${url.hostname}:${url.port || 5432}${url.pathname}"`;
}
