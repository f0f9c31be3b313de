import type { Page, RunRecord, RunStore } from '@cadence/contracts';
import type { Queries, SqlValue, Statement } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isExactText } from '../exact-text.ts';
import { pageLimit } from '../pages/page-limit.ts';
import { LOOK_AT } from '../pages/read-page.ts';
import { type RunRow, runColumns, toRunRecord } from '../rows/run-row.ts';
import { inScopes, scopesParam } from '../rows/spoken-workflows.ts';
import { matchFor } from './words.ts';

type Filter = NonNullable<Parameters<RunStore['list']>[1]> & { text: string };
type Params = Record<string, SqlValue>;

const newest = {
  sqlite: `SELECT rowid AS found FROM run_words WHERE run_words MATCH $match AND rowid < $before
    ORDER BY rowid DESC LIMIT ${LOOK_AT}`,
  postgres: `SELECT run AS found FROM run_words WHERE words @@ CAST($match AS TSQUERY) AND run < $before
    ORDER BY run DESC LIMIT ${LOOK_AT}`,
};
const filters = `tenant_id = $tenantId
  AND (CAST($conversationId AS TEXT) IS NULL OR conversation_id = $conversationId)
  AND (CAST($status AS TEXT) IS NULL OR status = $status)
  AND (CAST($workflowId AS TEXT) IS NULL OR workflow_id = $workflowId)
  AND (CAST($ownerId AS TEXT) IS NULL OR owner_id = $ownerId)`;
const inTheirScopes = `AND EXISTS (SELECT 1 FROM conversations c WHERE c.id = runs.conversation_id AND ${inScopes('c')})`;

const found = (dialect: Queries['dialect'], scoped: string): Statement<Params, RunRow> =>
  statement(
    `SELECT ${runColumns} FROM runs WHERE ordinal IN (${newest[dialect]}) AND ${filters} ${scoped}
     ORDER BY ordinal DESC LIMIT $limit`,
  );
const looked = (dialect: Queries['dialect']) =>
  statement<Params, { last: number | null; looked: number }>(
    `SELECT MIN(found) AS last, CAST(COUNT(*) AS INTEGER) AS looked FROM (${newest[dialect]}) AS matches`,
  );
const runsFound = { sqlite: found('sqlite', ''), postgres: found('postgres', '') };
const runsFoundInScopes = {
  sqlite: found('sqlite', inTheirScopes),
  postgres: found('postgres', inTheirScopes),
};
const lookedAt = { sqlite: looked('sqlite'), postgres: looked('postgres') };
const placeOf = statement<{ tenantId: string; id: string }, { ordinal: number }>(
  'SELECT ordinal FROM runs WHERE tenant_id = $tenantId AND id = $id',
);
const idAt = statement<{ ordinal: number }, { id: string }>('SELECT id FROM runs WHERE ordinal = $ordinal');

const noRuns: Page<RunRecord> = { items: [], next: null };

/** Runs that have all of the words, newest first; as in other lists, so many are looked at for a page. */
export async function findRuns(queries: Queries, tenantId: string, filter: Filter): Promise<Page<RunRecord>> {
  const { text, conversationId, status, workflowId, ownerId, scopes, after } = filter;
  if (!isExactText(tenantId, conversationId, status, workflowId, ownerId, after)) return noRuns;
  const { dialect } = queries;
  const match = matchFor(dialect, { tenantId, ownerId }, text);
  if (match === undefined) return noRuns;
  const place = after === undefined ? undefined : await queries.first(placeOf, { tenantId, id: after });
  if (after !== undefined && !place) return noRuns;
  const limit = pageLimit(filter.limit);
  const range = { match, before: place?.ordinal ?? Number.MAX_SAFE_INTEGER };
  const params: Params = {
    ...{ ...range, tenantId, limit: limit + 1, scopes: scopesParam(scopes) },
    ...{ conversationId: conversationId ?? null, status: status ?? null },
    ...{ workflowId: workflowId ?? null, ownerId: ownerId ?? null },
  };
  const rows = await queries.all((scopes === undefined ? runsFound : runsFoundInScopes)[dialect], params);
  const items = rows.slice(0, limit).map(toRunRecord);
  if (rows.length > limit) return { items, next: items.at(-1)?.id ?? null };
  const { last, looked } = (await queries.first(lookedAt[dialect], range)) ?? { last: null, looked: 0 };
  if (last === null || looked < LOOK_AT) return { items, next: null };
  return { items, next: (await queries.first(idAt, { ordinal: last }))?.id ?? null };
}
