import {
  explainingUrl,
  type PostgresServer,
  startPostgres,
  watchPostgresPlans,
} from '@cadence-agents/storage/testing';
import { afterAll, beforeAll } from 'vitest';
import { startGrown } from './grown-server.fixture.ts';
import { growthConformance, startGrownSqlite } from './growth.conformance.ts';

const TIMES = Number(process.env.GROWTH_TIMES ?? 5_000);
/** More than any page has, and much less than there is. */
const MOST_ROWS = 1_500;

let postgres: PostgresServer;
beforeAll(async () => {
  // Of its own: its log has the plans.
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

growthConformance('SQLite', () => startGrownSqlite(TIMES));
growthConformance('PostgreSQL', async () => {
  const databaseUrl = explainingUrl(await postgres.freshDatabase());
  const grown = await startGrown({ times: TIMES }, databaseUrl);
  return { grown, options: { databaseUrl }, watch: () => watchPostgresPlans(postgres, MOST_ROWS) };
});
