import type { SqlRow, SqlValue, Statement } from './database.ts';

/** Parameters of a statement that has none. */
export type NoParams = Record<string, never>;

/**
 * A statement for both databases. Beside `$name` parameters it may use the words of `dialect.ts`: `NOW_MS` for the
 * database's clock, `STEADY_MS` for one that is not set while processes wait for one another, `ITEMS_OF(…)` for the texts in a JSON
 * list, and `FOR NO KEY UPDATE` to lock rows (SQLite has one writer at a time and needs no such lock).
 */
export function statement<Params extends Record<string, SqlValue> = NoParams, Row extends SqlRow = SqlRow>(
  sql: string,
): Statement<Params, Row> {
  return { sql };
}
