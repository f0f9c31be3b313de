import pg from 'pg';
import { Backoff } from '../database/backoff.ts';
import type { Database } from '../database/database.ts';
import { prepareCommitMarks } from './commit-mark.ts';
import { isPooled } from './pooler.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { explainPostgres, isLost } from './postgres-error.ts';
import { connectionUrl, serverName } from './server-name.ts';

export interface PostgresOptions {
  /** As in `postgres://user:password@host:5432/database`. */
  databaseUrl: string;
  /** How long work waits for a server that went away. Default 10 000. */
  waitMs?: number;
  /** Most connections at a time. Default 10. */
  connections?: number;
  /** A server that follows this one, for lists: what they show may be a moment old. */
  replicaUrl?: string | undefined;
}

// A server that is starting gets a moment; one that is not there shall be reported soon.
const openWaitMs = 3_000;
const slowestQueryMs = 60_000;
// A process that stands still in the middle of a transaction keeps others from its rows for no longer than this.
const longestPauseMs = 15_000;
// Whoever asks a replica asks the server itself when it does not answer.
const replicaWaitMs = 1_000;
// A new connection costs more than many queries: a process of the server's, a password to be proved, every plan anew.
const longestIdleMs = 600_000;
const int8 = 20;

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { databaseUrl, waitMs = 10_000 } = options;
  const server = serverName(databaseUrl);
  try {
    const backoff = new Backoff(Math.min(waitMs, openWaitMs));
    const pooled = await reach(connectionTo(databaseUrl, waitMs), backoff);
    const pool = openPool(options, pooled);
    try {
      await prepareCommitMarks(pool);
    } catch (error) {
      await pool.end();
      throw error;
    }
    return new PostgresDatabase({ pool, server, waitMs, pooled, longestPauseMs });
  } catch (error) {
    throw explainPostgres(error, server);
  }
}

/** A server that is only read from. Nothing is asked of it before the first query: it need not be there. */
export function openReplica(databaseUrl: string): Database {
  const options = { databaseUrl, waitMs: replicaWaitMs };
  // It may be behind a pooler or not: unnamed statements do for both.
  const pool = openPool(options, true);
  return new PostgresDatabase({
    ...options,
    pool,
    server: serverName(databaseUrl),
    pooled: true,
    longestPauseMs,
  });
}

const connectionTo = (databaseUrl: string, waitMs: number): pg.ClientConfig => ({
  connectionString: connectionUrl(databaseUrl),
  keepAlive: true,
  connectionTimeoutMillis: waitMs,
  query_timeout: slowestQueryMs,
  application_name: 'cadence',
});

function openPool(
  { databaseUrl, waitMs = 10_000, connections = 10 }: PostgresOptions,
  pooled: boolean,
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(databaseUrl, waitMs),
    max: connections,
    idleTimeoutMillis: longestIdleMs,
    // A process that was cut off shall not hold its locks until the network gives up on it. A pooler takes no such
    // parameter: there every transaction says so itself.
    ...(!pooled && { idle_in_transaction_session_timeout: longestPauseMs }),
    types: { getTypeParser: (id, format) => (id === int8 ? Number : pg.types.getTypeParser(id, format)) },
  });
  // A connection that breaks fails the query that waits on it, if any; the event beside it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Waits for a server that is starting. Resolves with whether a pooler stands before it. */
async function reach(connection: pg.ClientConfig, backoff: Backoff): Promise<boolean> {
  for (;;) {
    const client = new pg.Client(connection);
    client.on('error', () => {});
    try {
      await client.connect();
      return await isPooled(client);
    } catch (error) {
      if (!isLost(error) || backoff.exhausted) throw error;
    } finally {
      client.end().catch(() => {});
    }
    await backoff.wait();
  }
}
