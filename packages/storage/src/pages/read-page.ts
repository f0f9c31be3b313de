// Pages of a listing, whatever it is filtered by: an index gives the order, and what it cannot tell apart is looked at
// row by row, so many of them at most.
import type { Page, PageQuery } from '@cadence/contracts';
import type { Queries, SqlRow, SqlValue, Statement } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { pageLimit } from './page-limit.ts';

/** Rows that a page is looked for in. */
export const LOOK_AT = 1_000;

type Params = Record<string, SqlValue>;

export interface Listing {
  table: string;
  columns: string;
  /** A column that an index has in order, among the rows that `indexed` names. */
  order: { column: string; newestFirst: boolean };
  /** Conditions that the index serves, by parameters. */
  indexed: readonly string[];
  /** Conditions that rows are looked at for, under the name `looked`. */
  filters: readonly string[];
  params: Params;
}

/** By text: a statement is prepared once for each. */
const statements = new Map<string, Statement<Params>>();

export function prepared<Row extends SqlRow>(sql: string): Statement<Params, Row> {
  const known = statements.get(sql) ?? statement<Params>(sql);
  statements.set(sql, known);
  return known as Statement<Params, Row>;
}

export async function readPage<Row extends SqlRow & { id: string }>(
  queries: Queries,
  listing: Listing,
  { limit: asked, after }: PageQuery,
): Promise<Page<Row>> {
  const { table, columns, filters } = listing;
  const limit = pageLimit(asked);
  const params = { ...listing.params, ...(after !== undefined && { after }) };
  const { column, newestFirst } = listing.order;
  const order = `ORDER BY ${column}${newestFirst ? ' DESC' : ''}`;
  const where = [...listing.indexed, ...(after === undefined ? [] : [isAfter(listing)])].join(' AND ');
  const looked = `FROM ${table} WHERE ${where} ${order}`;
  const all = `SELECT ${columns} ${looked} LIMIT $limit`;
  const some = `SELECT ${columns} FROM (SELECT * ${looked} LIMIT ${LOOK_AT}) AS looked
    WHERE ${filters.join(' AND ')} ${order} LIMIT $limit`;
  const sql = filters.length === 0 ? all : some;
  // One more than asked for tells whether there is a next page.
  const rows = await queries.all(prepared<Row>(sql), { ...params, limit: limit + 1 });
  const items = rows.slice(0, limit);
  if (rows.length > limit) return { items, next: items.at(-1)?.id ?? null };
  if (filters.length === 0) return { items, next: null };
  const last = prepared<{ id: string }>(`SELECT id ${looked} LIMIT 1 OFFSET ${LOOK_AT - 1}`);
  return { items, next: (await queries.first(last, params))?.id ?? null };
}

function isAfter({ table, order: { column, newestFirst }, indexed }: Listing): string {
  const of = `SELECT ${column} FROM ${table} WHERE ${indexed[0]} AND id = $after`;
  return `${column} ${newestFirst ? '<' : '>'} (${of})`;
}
