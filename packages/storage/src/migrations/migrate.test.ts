import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { openSqlite } from '../sqlite/open-sqlite.ts';
import { sqliteTestDatabase } from '../sqlite/sqlite-test-database.fixture.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';

const tables = statement<Record<string, never>, { name: string }>(
  "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('cadence_clock', 'cadence_contracts', 'cadence_probe') ORDER BY name",
);
const one = { version: 1, name: 'one', statements: ['CREATE TABLE a (x INTEGER)'] };
const two = {
  version: 2,
  name: 'two',
  statements: ['CREATE TABLE b (x INTEGER)', 'ALTER TABLE a ADD COLUMN y TEXT'],
};

describe('migrate', () => {
  let db: Awaited<ReturnType<typeof sqliteTestDatabase>>;
  let database: Database;
  beforeEach(async () => {
    db = await sqliteTestDatabase();
    database = await openSqlite({ dataDir: db.dataDir });
  });
  afterEach(async () => {
    await database.close();
    await db.dispose();
  });
  const names = async () => (await database.all(tables, {})).map(({ name }) => name);

  it('goes on from the version it finds', async () => {
    await migrate(database, [one]);
    await migrate(database, [one, two]);
    await migrate(database, [one, two]);
    expect(await names()).toEqual(['a', 'b', 'cadence_schema']);
  });

  it('leaves the schema as it was when a step fails', async () => {
    await migrate(database, [one]);
    const broken = { ...two, statements: [...two.statements, 'CREATE NONSENSE'] };
    await expect(migrate(database, [one, broken])).rejects.toThrow('NONSENSE');
    expect(await names()).toEqual(['a', 'cadence_schema']);
    await migrate(database, [one, two]);
  });

  it('runs each step once when processes start together', async () => {
    const others = await Promise.all([1, 2, 3].map(() => openSqlite({ dataDir: db.dataDir })));
    await Promise.all([database, ...others].map((each) => migrate(each, [one, two])));
    await Promise.all(others.map((each) => each.close()));
    expect(await names()).toEqual(['a', 'b', 'cadence_schema']);
  });

  it('has steps numbered from 1 without a gap', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
  });
});
