// Pages of a listing, whatever it is filtered by: an index gives the order, and what it cannot tell apart is looked at
// row by row, so many of them at most.
import type { Page, PageQuery } from '@cadence-agents/contracts';
import type { Queries, SqlRow, SqlValue, Statement } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { pageLimit } from './page-limit.ts';

/** Rows that a page is looked for in. */
export const LOOK_AT = 1_000;

/** Tells rows apart that have the same place. */
const TIE = 'ordinal';

type Params = Record<string, SqlValue>;

interface Order {
  column: string;
  newestFirst: boolean;
  /** Whether a row's number in that column changes, or is that of others too. */
  moves?: boolean;
}

export interface Listing {
  table: string;
  columns: string;
  /** A column that an index has in order, among the rows that `indexed` names. */
  order: Order;
  /** Conditions that the index serves, by parameters. */
  indexed: readonly string[];
  /** Whether no more rows are named there than a page is looked for in: then one look is enough. */
  few?: boolean;
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
  const { table, columns, filters, few = false } = listing;
  const limit = pageLimit(asked);
  const start = after === undefined ? undefined : startAfter(listing, after);
  const params = { ...listing.params, ...start?.params };
  const { column, moves = false } = listing.order;
  const where = [...listing.indexed, ...(start ? [start.condition] : [])].join(' AND ');
  const named = `FROM ${table} WHERE ${where}`;
  const looked = `${named} ${orderBy(listing.order, column)}`;
  const placed = moves ? `, ${column} AS place` : '';
  const all = `SELECT ${columns}${placed} ${looked} LIMIT $limit`;
  // By the name of what was read: SQLite would sort by an expression once more. Of few, those alone that are kept are
  // sorted; the limit still keeps a database from beginning with the filters.
  const again = moves ? 'place' : column;
  const some = `SELECT ${columns}${moves ? ', place' : ''} FROM (SELECT *${placed} ${few ? named : looked} LIMIT ${LOOK_AT}) AS looked
    WHERE ${filters.join(' AND ')} ${orderBy(listing.order, again)} LIMIT $limit`;
  const sql = filters.length === 0 ? all : some;
  // One more than asked for tells whether there is a next page.
  const rows = await queries.all(prepared<Row>(sql), { ...params, limit: limit + 1 });
  const items = rows.slice(0, limit);
  if (rows.length > limit) return { items, next: cursorOf(items.at(-1)) };
  if (filters.length === 0 || few) return { items, next: null };
  const last = prepared<{ id: string }>(`SELECT id${placed} ${looked} LIMIT 1 OFFSET ${LOOK_AT - 1}`);
  return { items, next: cursorOf(await queries.first(last, params)) };
}

function orderBy({ newestFirst, moves = false }: Order, column: string): string {
  const way = newestFirst ? ' DESC' : '';
  return `ORDER BY ${column}${way}${moves ? `, ${TIE}${way}` : ''}`;
}

/** A row's id; where rows move, with the place that it had. */
function cursorOf(row: (SqlRow & { id: string }) | undefined): string | null {
  if (!row) return null;
  return typeof row.place === 'number' ? `${row.place.toString(36)}.${row.id}` : row.id;
}

function startAfter(
  { table, order: { column, newestFirst, moves = false }, indexed }: Listing,
  after: string,
): { condition: string; params: Params } {
  const than = newestFirst ? '<' : '>';
  const of = (what: string) => `(SELECT ${what} FROM ${table} WHERE ${indexed[0]} AND id = $after)`;
  if (!moves) return { condition: `${column} ${than} ${of(column)}`, params: { after } };
  const [at = '', ...id] = after.split('.');
  const place = Number.parseInt(at, 36);
  const tie = of(TIE);
  return {
    // The first part is what the index serves. Of a row that is gone the tie is not known: those beside it come again.
    condition: `${column} ${than}= $place AND (${column} ${than} $place OR ${TIE} ${than} ${tie} OR ${tie} IS NULL)`,
    params: { place: Number.isSafeInteger(place) && id.length > 0 ? place : null, after: id.join('.') },
  };
}
