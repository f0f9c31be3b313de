// Runs that have words. SQLite reads those that have them newest first, so many at a time. PostgreSQL reads all that have
// them before it knows the newest: a word that many runs have is looked for in the newest runs instead, and any other in
// one part of the index after the other.
import type { Page, RunFilter, RunRecord } from '@cadence-agents/contracts';
import type { Queries, SqlValue } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { ofTenant } from '../pages/of-tenant.ts';
import { pageLimit } from '../pages/page-limit.ts';
import { type Listing, LOOK_AT, prepared, readPage } from '../pages/read-page.ts';
import { type RunRow, toRunRecord } from '../rows/run-row.ts';
import { type AskedWords, PART, partOf } from '../search/words.ts';
import { conditionsOf } from './run-filters.ts';

interface Search {
  tenantId: string;
  filter: RunFilter;
  /** As it would be without the words. */
  listing: Listing;
  asked: AskedWords;
}

/** Newest first; as in other lists, so many are looked at for a page. */
export async function findRuns(queries: Queries, search: Search): Promise<Page<RunRecord>> {
  const { tenantId, filter, listing } = search;
  if (queries.dialect === 'postgres') {
    const page = await among(queries, search);
    if (page.next === null || page.items.length >= OFTEN || listing.order.column !== 'ordinal') return page;
  }
  const place = filter.after && (await queries.first(placeOf, { tenantId, id: filter.after }));
  if (filter.after !== undefined && !place) return { items: [], next: null };
  const end = Number(listing.params.end);
  return byIndex(queries, search, place ? Math.min(place.ordinal, end) : end);
}

/** So many among the rows of a page that it is worth going on like that. */
const OFTEN = 10;
// In a query of its own, so that it is asked of each row that is looked at and no index is read.
const hasWords =
  '(SELECT words @@ CAST($match AS TSQUERY) FROM run_words WHERE run_words.run = looked.ordinal)';

async function among(queries: Queries, { listing, filter, asked }: Search): Promise<Page<RunRecord>> {
  const filters = [...listing.filters, hasWords];
  const params = { ...listing.params, match: asked.match };
  const { items, next } = await readPage<RunRow>(queries, { ...listing, filters, params }, filter);
  return { items: items.map(toRunRecord), next };
}

const newest = {
  sqlite: `SELECT rowid AS found FROM run_words WHERE run_words MATCH $candidates AND rowid < $before
    AND rowid >= $partStart ORDER BY rowid DESC LIMIT ${LOOK_AT}`,
  // What may match many words is asked of the rows that are looked at.
  postgres: `SELECT run AS found, words @@ CAST($match AS TSQUERY) AS fits FROM (
      SELECT run, words FROM (
        SELECT run, words FROM run_words WHERE words @@ CAST($candidates AS TSQUERY) OFFSET 0
      ) AS candidates
      WHERE run < $before AND run >= $partStart ORDER BY run DESC LIMIT ${LOOK_AT}
    ) AS newest`,
};
const list = {
  sqlite: 'json_group_array(found)',
  postgres: "CAST(COALESCE(array_agg(found) FILTER (WHERE fits), '{}') AS TEXT)",
};
const listed = {
  sqlite: 'ordinal IN (SELECT value FROM json_each($found))',
  postgres: 'ordinal = ANY (CAST($found AS BIGINT[]))',
};
const lookIn = (dialect: Queries['dialect']) =>
  statement<Params, { found: string; looked: number; last: number | null }>(
    `SELECT ${list[dialect]} AS found, CAST(COUNT(*) AS INTEGER) AS looked, MIN(found) AS last
     FROM (${newest[dialect]}) AS matches`,
  );
const lookFor = { sqlite: lookIn('sqlite'), postgres: lookIn('postgres') };

type Params = Record<string, SqlValue>;
const placeOf = statement<{ tenantId: string; id: string }, { ordinal: number }>(
  'SELECT ordinal FROM runs WHERE tenant_id = $tenantId AND id = $id',
);
// The next page begins below it, whatever it is about.
const nextPlace = statement<{ tenantId: string; ordinal: number }, { id: string }>(
  `SELECT id FROM runs WHERE ${ofTenant} AND ordinal >= $ordinal ORDER BY ordinal LIMIT 1`,
);
const MOST_PARTS = 16;

async function byIndex(
  queries: Queries,
  { tenantId, filter, listing, asked }: Search,
  end: number,
): Promise<Page<RunRecord>> {
  const { dialect } = queries;
  const limit = pageLimit(filter.limit);
  const conditions = ['tenant_id = $tenantId', ...conditionsOf(filter, dialect)].join(' AND ');
  const some = prepared<RunRow>(
    `SELECT ${listing.columns} FROM runs AS looked WHERE ${listed[dialect]} AND ${conditions}
     ORDER BY ordinal DESC LIMIT $limit`,
  );
  const owner = { tenantId, ownerId: filter.ownerId };
  const first = Number(listing.params.first);
  const items: RunRecord[] = [];
  let before = Math.min(end, await endOfRuns(queries, tenantId));
  for (let part = 0; part < MOST_PARTS; part++) {
    const at = partOf[dialect](before - 1);
    const partStart = Math.max(first, at * PART);
    const words = { match: asked.match, candidates: asked.matchIn(owner, at) };
    const params: Params = { ...listing.params, ...words, before, partStart };
    const { found = '', looked = 0, last = null } = (await queries.first(lookFor[dialect], params)) ?? {};
    if (looked > 0) {
      const rows = await queries.all(some, { ...params, found, limit: limit + 1 - items.length });
      items.push(...rows.map(toRunRecord));
    }
    if (items.length > limit) return { items: items.slice(0, limit), next: items[limit - 1]?.id ?? null };
    const isFull = last !== null && looked >= LOOK_AT;
    before = isFull ? last : partStart;
    if (before <= first || (!isFull && at === 0)) return { items, next: null };
    if (isFull) break;
  }
  return { items, next: (await queries.first(nextPlace, { tenantId, ordinal: before }))?.id ?? null };
}

const newestRun = statement<{ tenantId: string }, { ordinal: number }>(
  `SELECT ordinal FROM runs WHERE ${ofTenant} ORDER BY ordinal DESC LIMIT 1`,
);

async function endOfRuns(queries: Queries, tenantId: string): Promise<number> {
  return ((await queries.first(newestRun, { tenantId }))?.ordinal ?? 0) + 1;
}
