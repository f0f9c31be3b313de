// For the tests of other packages: a real PostgreSQL, and a fresh database of either kind.
export { type S3Server, s3Keys, startS3 } from './archive/s3-server.fixture.ts';
export {
  databaseKinds,
  startCheckpoints,
  type TestCheckpoints,
} from './checkpoints/test-checkpoints.fixture.ts';
export type { TestDatabase } from './conformance/test-database.ts';
export { type RunStatement, statementChannel } from './database/statement-channel.ts';
export { dropIndex, type GrownSize, grow } from './growth/grow.fixture.ts';
export type { PlanFinding, PlanWatch } from './growth/plan-watch.fixture.ts';
export { explainingUrl, watchPostgresPlans } from './growth/postgres-plans.fixture.ts';
export { watchSqlitePlans } from './growth/sqlite-plans.fixture.ts';
export { type ExpectedConversation, fillSchema5 } from './migrations/older-schema.fixture.ts';
export { noPgBouncer, type PgBouncer, startPgBouncer } from './postgres/pgbouncer.fixture.ts';
export { dumpPostgres, loadPostgres } from './postgres/postgres-dump.fixture.ts';
export { type PostgresServer, startPostgres } from './postgres/postgres-server.fixture.ts';
export { postgresTestDatabase } from './postgres/postgres-test-database.fixture.ts';
export { type SharedPostgres, sharedPostgres } from './postgres/shared-postgres.fixture.ts';
export { sqliteTestDatabase } from './sqlite/sqlite-test-database.fixture.ts';
