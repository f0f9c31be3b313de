// Databases without tables, for what earlier versions wrote.
import { onTestFinished } from 'vitest';
import type { StoreOptions } from '../open-store.ts';
import { openPostgres } from '../postgres/open-postgres.ts';
import { sharedPostgres } from '../postgres/shared-postgres.fixture.ts';
import { openSqlite } from '../sqlite/open-sqlite.ts';
import { sqliteTestDatabase } from '../sqlite/sqlite-test-database.fixture.ts';

export const emptyDatabases = [
  {
    name: 'SQLite',
    async open() {
      const { dataDir, dispose } = await sqliteTestDatabase();
      onTestFinished(dispose);
      const options: StoreOptions = { dataDir };
      return { options, database: await openSqlite(options) };
    },
  },
  {
    name: 'PostgreSQL',
    async open() {
      const postgres = sharedPostgres();
      onTestFinished(postgres.drop);
      const options: StoreOptions = { databaseUrl: await postgres.emptyDatabase() };
      return { options, database: await openPostgres(options) };
    },
  },
];
