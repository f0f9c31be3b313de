import { afterAll, beforeAll } from 'vitest';
import { type PostgresServer, startPostgres } from './postgres/postgres-server.fixture.ts';
import { postgresTestDatabase } from './postgres/postgres-test-database.fixture.ts';
import { sqliteTestDatabase } from './sqlite/sqlite-test-database.fixture.ts';
import { storeConformance } from './store.conformance.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

storeConformance('SQLite', sqliteTestDatabase);
storeConformance('PostgreSQL', async () => postgresTestDatabase(await server.freshSchema()));
