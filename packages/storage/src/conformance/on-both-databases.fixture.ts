import { afterAll, describe } from 'vitest';
import { emptiedPostgres } from '../postgres/postgres-test-database.fixture.ts';
import { sharedPostgres } from '../postgres/shared-postgres.fixture.ts';
import { copiedSqlite } from '../sqlite/sqlite-test-database.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';

/** Runs parts of the conformance of the store on each database that it can be on. */
export function onBothDatabases(...parts: ((open: OpenTestDatabase) => void)[]): void {
  describe('on SQLite', () => {
    for (const part of parts) part(copiedSqlite());
  });
  describe('on PostgreSQL', () => {
    const postgres = sharedPostgres();
    afterAll(postgres.drop);
    for (const part of parts) part(emptiedPostgres(postgres.freshDatabase));
  });
}
