// Old and new programs on one database, as while one replaces the other.
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { newRun, tenantId } from '../conformance/samples.fixture.ts';
import { createStore } from '../create-store.ts';
import { statement } from '../database/statement.ts';
import { openDatabase, openStore, type StoreOptions } from '../open-store.ts';
import { sharedPostgres } from '../postgres/shared-postgres.fixture.ts';
import { sqliteTestDatabase } from '../sqlite/sqlite-test-database.fixture.ts';
import { lostBy } from './expand.fixture.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migration.ts';
import { migrations } from './migrations.ts';

const postgres = sharedPostgres();
afterAll(postgres.drop);

const newest = migrations.at(-1)?.version ?? 0;
const grown: Migration = {
  version: newest + 1,
  name: 'grown',
  statements: ['ALTER TABLE runs ADD COLUMN mood TEXT', 'CREATE TABLE moods (name TEXT)'],
};
const contracted: Migration = {
  version: newest + 2,
  name: 'contracted',
  statements: ['DROP TABLE kept_replies', 'ALTER TABLE runs DROP COLUMN degraded_json'],
  contract: { release: '99.0', serves: newest + 1 },
};

const sqlite = async (): Promise<StoreOptions> => {
  const test = await sqliteTestDatabase();
  onTestFinished(() => test.dispose());
  return { dataDir: test.dataDir };
};
const cases = [
  { name: 'SQLite', options: sqlite },
  { name: 'PostgreSQL', options: async () => ({ databaseUrl: await postgres.emptyDatabase() }) },
];

describe.each(cases)('on $name', ({ options }) => {
  async function database(storage: StoreOptions) {
    const opened = await openDatabase(storage);
    onTestFinished(() => opened.close());
    return opened;
  }

  it('an old program goes on, and can start, beside a schema that has grown', async () => {
    const storage = await options();
    const old = await openStore(storage);
    await migrate(await database(storage), [...migrations, grown]);
    const run = await old.runs.accept(newRun());
    await old.probe();
    await old.close();
    const again = await openStore(storage);
    expect(await again.runs.get(tenantId, run.id)).toMatchObject({ id: run.id });
    expect(await again.runs.claim('worker', 60_000)).toMatchObject([{ run: { id: run.id } }]);
    await again.close();
  });

  it('an old program takes no more work, and says why, when what it needs is gone', async () => {
    const storage = await options();
    const old = await openStore(storage);
    onTestFinished(() => old.close());
    const run = await old.runs.accept(newRun());
    const opened = await database(storage);
    await migrate(opened, [...migrations, grown, contracted]);
    const newer = { code: 'STORE_NEWER', hint: expect.stringMatching(/newer/) };
    await expect(old.probe()).rejects.toMatchObject(newer);
    // Also within the seconds for which it is remembered that all is well.
    await expect(old.runs.accept(newRun())).rejects.toMatchObject(newer);
    await expect(openStore(storage)).rejects.toMatchObject(newer);
    // One that knows the schema sees what is there, and one that has not looked lately is told at once.
    const late = createStore(opened, { known: migrations });
    await expect(late.runs.accept(newRun())).rejects.toMatchObject({ ...newer, details: { known: newest } });
    await expect(late.runs.claim('worker', 60_000)).rejects.toMatchObject(newer);
    const count = statement<Record<string, never>, { found: number }>(
      `SELECT COUNT(*) AS found FROM runs WHERE id = '${run.id}'`,
    );
    expect(await opened.first(count, {})).toMatchObject({ found: 1 });
  });

  it('every migration expands, unless it says in which release it contracts', async () => {
    const opened = await database(await options());
    // Those before are from a time when a database had programs of one version only.
    expect(await lostBy(opened, migrations, 9)).toEqual([]);
  });

  it.each([
    ['DROP TABLE kept_replies', 'the table kept_replies'],
    ['ALTER TABLE runs DROP COLUMN tone', 'the column runs.tone'],
    ['ALTER TABLE runs RENAME COLUMN tone TO voice', 'the column runs.tone'],
    ['ALTER TABLE runs RENAME TO turns', 'the table runs'],
    ["ALTER TABLE runs ADD COLUMN mood TEXT NOT NULL DEFAULT ''", undefined],
    ['ALTER TABLE runs ADD COLUMN mood TEXT', undefined],
    ['DROP INDEX runs_by_tenant', undefined],
    ['DROP INDEX runs_by_key', 'the key runs_by_key'],
    ['CREATE UNIQUE INDEX one_tone ON runs (tone)', 'rows of runs that have the same (tone)'],
  ])('"%s" takes away: %s', async (sql, lost) => {
    const change = { version: newest + 1, name: 'change', statements: [sql] };
    const found = await lostBy(await database(await options()), [...migrations, change], newest + 1);
    expect(found).toEqual(lost === undefined ? [] : expect.arrayContaining([`"change" takes away ${lost}.`]));
    const marked = { ...change, contract: { release: '99.0', serves: newest } };
    expect(await lostBy(await database(await options()), [...migrations, marked], newest + 1)).toEqual([]);
  });
});
