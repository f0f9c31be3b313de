import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { OpenTestDatabase, TestDatabase } from '../conformance/test-database.ts';
import { type OpenedStore, openWithDatabase } from '../open-store.ts';

/** Stores on the database at the URL, which the server's end removes. */
export function postgresTestDatabase(databaseUrl: string): TestDatabase {
  const archiveDir = mkdtempSync(join(tmpdir(), 'cadence-archive-'));
  const opened: OpenedStore[] = [];
  return {
    archiveDir,
    async connect() {
      const connected = await openWithDatabase({ databaseUrl, archive: { url: archiveDir } });
      opened.push(connected);
      return connected;
    },
    async dispose() {
      await Promise.all(opened.map(({ store }) => store.close()));
      await rm(archiveDir, { recursive: true, force: true });
    },
  };
}

/** Gives all tests the same database, empty for each; another only where a test has changed the tables themselves. */
export function emptiedPostgres(fresh: () => Promise<string>): OpenTestDatabase {
  let kept: { url: string; client: pg.Client; relations: string } | undefined;
  return async () => {
    if (kept && (await empty(kept.client)) !== kept.relations) {
      await kept.client.end();
      kept = undefined;
    }
    if (!kept) {
      const url = await fresh();
      const client = await keptClient(url);
      kept = { url, client, relations: await empty(client) };
    }
    return postgresTestDatabase(kept.url);
  };
}

/** One that ends with its database. */
async function keptClient(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client(databaseUrl);
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Deletes all rows and has sequences begin anew. Resolves with which tables, indexes and sequences there are. */
async function empty(client: pg.Client): Promise<string> {
  await client.query(deleteAll);
  const { rows } = await client.query<{ relations: string }>(readRelations);
  return rows[0]?.relations ?? '';
}

// Without foreign keys the tables may come in any order.
const deleteAll = `DO $$ DECLARE found regclass; BEGIN
  SET LOCAL session_replication_role = replica;
  FOR found IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
    AND relname NOT IN ('cadence_schema', 'cadence_contracts')
  LOOP EXECUTE format('DELETE FROM %s', found); END LOOP;
  PERFORM setval(seqrelid, seqstart, false) FROM pg_sequence;
END $$`;
const readRelations = `SELECT string_agg(CAST(oid AS TEXT), ' ' ORDER BY oid) AS relations FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace`;
