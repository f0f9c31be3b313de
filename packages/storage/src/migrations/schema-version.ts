import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { migrations } from './migrations.ts';

/** The one that this program brings a database to. */
export const newestSchema = migrations.at(-1)?.version ?? 0;

const schemaVersion = statement<Record<string, never>, { version: number | null }>(
  'SELECT MAX(version) AS version FROM cadence_schema',
);

const hasSchema = {
  sqlite: statement<Record<string, never>, { found: number }>(
    "SELECT 1 AS found FROM sqlite_master WHERE name = 'cadence_schema'",
  ),
  postgres: statement<Record<string, never>, { found: number }>(
    "SELECT 1 AS found WHERE to_regclass('cadence_schema') IS NOT NULL",
  ),
};

/** `null` when it is empty. */
export async function currentSchema(queries: Queries): Promise<number | null> {
  if (!(await queries.first(hasSchema[queries.dialect], {}))) return null;
  return (await queries.first(schemaVersion, {}))?.version ?? null;
}
