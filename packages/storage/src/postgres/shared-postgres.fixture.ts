// The PostgreSQL that all test files of a run share. Each has databases of its own in it: what the store uses of a
// server (locks by number, channels, counts of its own connections) belongs to one database.
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { openStore } from '../open-store.ts';

export interface SharedPostgres {
  /** The URL of a database with the tables of the store, and nothing in them. */
  freshDatabase(): Promise<string>;
  /** The URL of a database without tables. */
  emptyDatabase(): Promise<string>;
  /** Removes the databases that were made, with all connections to them. */
  drop(): Promise<void>;
}

export function sharedPostgres(): SharedPostgres {
  const made: string[] = [];
  const make = async (template: (client: pg.Client, url: string) => Promise<string>) => {
    const server = await serverUrl();
    const name = freshName();
    await onServer(server, async (client) => {
      await client.query(`CREATE DATABASE ${name} TEMPLATE ${await template(client, server)}`);
      made.push(name);
    });
    return `${server}/${name}`;
  };
  return {
    freshDatabase: () => make(migrated),
    emptyDatabase: () => make(async () => 'template1'),
    async drop() {
      if (made.length === 0) return;
      await onServer(await serverUrl(), async (client) => {
        for (const name of made.splice(0)) await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
      });
    },
  };
}

let answered: Promise<string> | undefined;

/** Asks the process of the run, which starts it for the first who does. */
function serverUrl(): Promise<string> {
  answered ??= ask();
  return answered;
}

async function ask(): Promise<string> {
  const port = process.env.TEST_POSTGRES_OFFER;
  if (port === undefined) throw new Error('Only a run of the tests has a PostgreSQL to share.');
  const url = await text(connect(Number(port), '127.0.0.1'));
  if (url === '') throw new Error('The PostgreSQL of the run did not start.');
  return url;
}

const tables = 'cadence_tables';

/** The name of a database with the tables of the store, which the first makes for all. */
async function migrated(client: pg.Client, server: string): Promise<string> {
  await client.query('SELECT pg_advisory_lock(1)');
  const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [tables]);
  if (found.rowCount === 0) {
    const name = freshName();
    await client.query(`CREATE DATABASE ${name}`);
    const store = await openStore({ databaseUrl: `${server}/${name}` });
    await store.close();
    await client.query(`ALTER DATABASE ${name} RENAME TO ${tables}`);
  }
  await client.query('SELECT pg_advisory_unlock(1)');
  return tables;
}

async function onServer(server: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(`${server}/postgres`);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

const freshName = () => `test_${randomUUID().replaceAll('-', '')}`;
