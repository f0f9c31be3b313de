import { CadenceError } from '@cadence-agents/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { Migration } from './migration.ts';

const versionTable = statement(
  'CREATE TABLE IF NOT EXISTS cadence_schema (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)',
);
const contractTable = statement(
  'CREATE TABLE IF NOT EXISTS cadence_contracts (version INTEGER PRIMARY KEY, serves INTEGER NOT NULL, release TEXT NOT NULL)',
);
// What `fitness.ts` writes to.
const probeTable = statement(
  'CREATE TABLE IF NOT EXISTS cadence_probe (id INTEGER PRIMARY KEY, at BIGINT NOT NULL)',
);
const currentVersion = statement<Record<string, never>, { version: number | null }>(
  'SELECT MAX(version) AS version FROM cadence_schema',
);
const recordVersion = statement<{ version: number; name: string }>(
  'INSERT INTO cadence_schema (version, name, applied_at) VALUES ($version, $name, NOW_MS)',
);
const recordContract = statement<{ version: number; serves: number; release: string }>(
  'INSERT INTO cadence_contracts (version, serves, release) VALUES ($version, $serves, $release)',
);
const oldestServed = statement<Record<string, never>, { version: number | null; serves: number | null }>(
  `SELECT (SELECT MAX(version) FROM cadence_schema) AS version,
     (SELECT MAX(serves) FROM cadence_contracts) AS serves`,
);
// Any number will do as long as no other program on the server uses it: "cadence" in ASCII.
const migrationLock = statement('SELECT pg_advisory_xact_lock(27973106520712037)');

/**
 * Brings the schema forward to this program's; one that is further already is left as it is, if it has only grown.
 * Processes that start at the same time wait for one another.
 */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<void> {
  await database.write(
    async (queries) => {
      if (queries.dialect === 'postgres') await queries.all(migrationLock, {});
      await queries.run(versionTable, {});
      await queries.run(contractTable, {});
      await queries.run(probeTable, {});
      const version = (await queries.first(currentVersion, {}))?.version ?? 0;
      await apply(queries, migrations, version);
    },
    { durable: true },
  );
}

async function apply(queries: Queries, migrations: readonly Migration[], version: number): Promise<void> {
  await refuseOutgrown(queries, migrations);
  for (const migration of migrations) {
    if (migration.version <= version) continue;
    for (const sql of migration.statements) await queries.run(statement(sql), {});
    await migration.convert?.(queries);
    await queries.run(recordVersion, { version: migration.version, name: migration.name });
    if (migration.contract)
      await queries.run(recordContract, { version: migration.version, ...migration.contract });
  }
}

/** Throws when a newer program has taken away what one that knows these migrations needs. */
export async function refuseOutgrown(queries: Queries, migrations: readonly Migration[]): Promise<void> {
  const newest = migrations.at(-1)?.version ?? 0;
  const found = await queries.first(oldestServed, {});
  if ((found?.serves ?? 0) > newest) throw newerSchema(found?.version ?? 0, newest);
}

function newerSchema(found: number, known: number): CadenceError {
  return new CadenceError(
    'STORE_NEWER',
    `The database has schema version ${found}; this version of Cadence knows versions up to ${known}.`,
    {
      hint: 'Install the version of Cadence that was used last or a newer one, or point it at another database.',
      details: { found, known },
    },
  );
}
