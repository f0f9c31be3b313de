import { CadenceError } from '@cadence/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { Migration } from './migration.ts';

const versionTable = statement(
  'CREATE TABLE IF NOT EXISTS cadence_schema (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)',
);
const currentVersion = statement<Record<string, never>, { version: number | null }>(
  'SELECT MAX(version) AS version FROM cadence_schema',
);
const recordVersion = statement<{ version: number; name: string }>(
  'INSERT INTO cadence_schema (version, name, applied_at) VALUES ($version, $name, NOW_MS)',
);
// Any number will do as long as no other program on the server uses it: "cadence" in ASCII.
const migrationLock = statement('SELECT pg_advisory_xact_lock(27973106520712037)');

/** Brings the schema forward to this program's. Processes that start at the same time wait for one another. */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<void> {
  await database.write(
    async (queries) => {
      if (queries.dialect === 'postgres') await queries.all(migrationLock, {});
      await queries.run(versionTable, {});
      const version = (await queries.first(currentVersion, {}))?.version ?? 0;
      await apply(queries, migrations, version);
    },
    { durable: true },
  );
}

async function apply(queries: Queries, migrations: readonly Migration[], version: number): Promise<void> {
  const newest = migrations.at(-1)?.version ?? 0;
  if (version > newest) throw newerSchema(version, newest);
  for (const migration of migrations) {
    if (migration.version <= version) continue;
    for (const sql of migration.statements) await queries.run(statement(sql), {});
    await migration.convert?.(queries);
    await queries.run(recordVersion, { version: migration.version, name: migration.name });
  }
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
