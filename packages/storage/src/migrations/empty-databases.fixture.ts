// Databases without tables, for what earlier versions wrote.
import { onTestFinished } from 'vitest';
import type { StoreOptions } from '../open-store.ts';
import { openPostgres } from '../postgres/open-postgres.ts';
import { startPostgres } from '../postgres/postgres-server.fixture.ts';
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
      const server = await startPostgres();
      onTestFinished(() => server.stop());
      const options: StoreOptions = { databaseUrl: await server.freshDatabase() };
      return { options, database: await openPostgres(options) };
    },
  },
];
