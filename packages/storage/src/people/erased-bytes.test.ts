// After a person is erased, no byte of the database's files has anything of them.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { canary, plant, plantOther, userId } from '../conformance/people.fixture.ts';
import { tenantId } from '../conformance/samples.fixture.ts';
import { openWithDatabase } from '../open-store.ts';
import { sharedPostgres } from '../postgres/shared-postgres.fixture.ts';
import { sqliteTestDatabase } from '../sqlite/sqlite-test-database.fixture.ts';

/** By a program of its own: to open and close a database file here would drop the locks that SQLite has on it. */
async function filesWith(word: string, folder: string): Promise<string[]> {
  const found = await promisify(execFile)('grep', ['-rlaF', word, folder]).catch(() => ({ stdout: '' }));
  return found.stdout.split('\n').filter((line) => line !== '');
}

it('on SQLite, while others have it open', async () => {
  const test = await sqliteTestDatabase();
  onTestFinished(() => test.dispose());
  const { store, database } = await test.connect();
  const other = await test.connect();
  await plantOther(store);
  await plant(store, database);
  expect(await filesWith(canary, test.dataDir)).not.toEqual([]);
  const erasing = store.people.erase(tenantId, userId);
  // What is written meanwhile waits, and is kept.
  const written = Array.from({ length: 20 }, (_, index) =>
    [store, other.store][index % 2]?.profiles.put(tenantId, `user ${index}`, { roles: [], preferences: {} }),
  );
  await Promise.all([erasing, ...written]);
  expect(await filesWith(canary, test.dataDir)).toEqual([]);
  expect(await store.profiles.get(tenantId, 'user 19')).toBeDefined();
  expect((await store.runs.list(tenantId)).items.map(({ ownerId }) => ownerId)).toEqual(['cem', 'bob']);
});

it('on PostgreSQL, once its tables are rewritten', async () => {
  const postgres = sharedPostgres();
  onTestFinished(postgres.drop);
  const databaseUrl = await postgres.freshDatabase();
  const { store, database } = await openWithDatabase({ databaseUrl });
  const operator = new pg.Client({ connectionString: databaseUrl });
  await operator.connect();
  onTestFinished(async () => {
    await operator.end();
    await store.close();
  });
  const relationsWith = async (word: string) => {
    await operator.query('CHECKPOINT');
    const { rows } = await operator.query(
      `SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace
         AND pg_relation_filepath(oid) IS NOT NULL
         AND position($1::bytea IN pg_read_binary_file(pg_relation_filepath(oid))) > 0`,
      [word],
    );
    return rows;
  };
  await plantOther(store);
  await plant(store, database);
  expect(await relationsWith(canary)).not.toEqual([]);
  await store.people.erase(tenantId, userId);
  await operator.query('VACUUM FULL');
  expect(await relationsWith(canary)).toEqual([]);
}, 60_000);
