// What migrations take from programs of the version before, found by applying them and comparing what was there.
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migration.ts';

type Column = { place: string; name: string; required: number };
type Key = { place: string; name: string; columns: string };
interface Schema {
  columns: Column[];
  keys: Key[];
}

const queries = {
  sqlite: {
    columns: statement<Record<string, never>, Column>(
      `SELECT t.name AS place, c.name, c."notnull" AND c.dflt_value IS NULL AS required
       FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'`,
    ),
    keys: statement<Record<string, never>, Key>(
      `SELECT t.name AS place, i.name, (SELECT group_concat(name, ', ') FROM pragma_index_info(i.name)) AS columns
       FROM sqlite_schema t JOIN pragma_index_list(t.name) i WHERE t.type = 'table' AND i."unique" = 1`,
    ),
  },
  postgres: {
    columns: statement<Record<string, never>, Column>(
      `SELECT table_name AS place, column_name AS name,
         CASE WHEN is_nullable = 'NO' AND column_default IS NULL THEN 1 ELSE 0 END AS required
       FROM information_schema.columns WHERE table_schema = current_schema()`,
    ),
    keys: statement<Record<string, never>, Key>(
      `SELECT CAST(i.indrelid::regclass AS TEXT) AS place, CAST(i.indexrelid::regclass AS TEXT) AS name,
         (SELECT string_agg(a.attname, ', ' ORDER BY k.n) FROM unnest(i.indkey) WITH ORDINALITY AS k(attnum, n)
          JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum) AS columns
       FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
       WHERE i.indisunique AND c.relnamespace = current_schema()::regnamespace`,
    ),
  },
};

const readSchema = async (database: Database): Promise<Schema> => ({
  columns: await database.all(queries[database.dialect].columns, {}),
  keys: await database.all(queries[database.dialect].keys, {}),
});

/** Sentences on what the migrations from number `first` on take away without saying that they contract. */
export async function lostBy(
  database: Database,
  migrations: readonly Migration[],
  first: number,
): Promise<string[]> {
  const upTo = (version: number) => migrations.filter((migration) => migration.version <= version);
  await migrate(database, upTo(first - 1));
  let before = await readSchema(database);
  const found: string[] = [];
  for (const migration of migrations.filter(({ version }) => version >= first)) {
    await migrate(database, upTo(migration.version));
    const after = await readSchema(database);
    if (!migration.contract) {
      found.push(...lostBetween(before, after).map((what) => `"${migration.name}" takes away ${what}.`));
    }
    before = after;
  }
  return found;
}

function lostBetween(before: Schema, after: Schema): string[] {
  const tables = (schema: Schema) => new Set(schema.columns.map(({ place }) => place));
  const [known, left] = [tables(before), tables(after)];
  const shared = ({ place }: { place: string }) => known.has(place) && left.has(place);
  const has = (schema: Schema, column: Column) =>
    schema.columns.some(({ place, name }) => place === column.place && name === column.name);
  const hasKey = (schema: Schema, key: Key) =>
    schema.keys.some(({ place, columns }) => place === key.place && columns === key.columns);
  return [
    ...[...known].filter((table) => !left.has(table)).map((table) => `the table ${table}`),
    ...before.columns
      .filter((column) => shared(column) && !has(after, column))
      .map(({ place, name }) => `the column ${place}.${name}`),
    ...after.columns
      .filter((column) => shared(column) && column.required === 1 && !has(before, column))
      .map(({ place, name }) => `rows of ${place} without ${name}`),
    ...before.keys.filter((key) => shared(key) && !hasKey(after, key)).map(({ name }) => `the key ${name}`),
    ...after.keys
      .filter((key) => shared(key) && !hasKey(before, key))
      .map(({ place, columns }) => `rows of ${place} that have the same (${columns})`),
  ];
}
