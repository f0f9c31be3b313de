// The people of a tenant, from one to the next: by indexes, so that it costs the same however much each of them did.
import {
  decodeStrict,
  type Page,
  type PageQuery,
  type PersonRecord,
  type UserProfile,
} from '@cadence/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isoTime } from '../iso-time.ts';
import { pageLimit } from '../pages/page-limit.ts';

const MOST_RUNS = 1_000;

/** By id; those whose rows are nobody's in particular are one of them. */
const nextPerson = statement<{ tenantId: string; from: string }, { id: string | null }>(
  `SELECT MIN(id) AS id FROM (
     SELECT * FROM (SELECT owner_id AS id FROM runs
       WHERE tenant_id = $tenantId AND owner_id >= $from ORDER BY owner_id LIMIT 1) AS with_runs
     UNION ALL
     SELECT * FROM (SELECT user_id AS id FROM profiles
       WHERE tenant_id = $tenantId AND user_id >= $from ORDER BY user_id LIMIT 1) AS with_profile
     UNION ALL
     SELECT * FROM (SELECT user_id AS id FROM api_keys
       WHERE tenant_id = $tenantId AND user_id >= $from ORDER BY user_id LIMIT 1) AS with_key
   ) AS people`,
);
type FactsRow = { last: number | null; runs: number; keys: number; profile_json: string | null };
const factsOf = statement<{ tenantId: string; id: string }, FactsRow>(
  `SELECT
     (SELECT created_at FROM runs WHERE tenant_id = $tenantId AND owner_id = $id
      ORDER BY ordinal DESC LIMIT 1) AS last,
     CAST((SELECT COUNT(*) FROM (SELECT 1 FROM runs WHERE tenant_id = $tenantId AND owner_id = $id
      LIMIT ${MOST_RUNS + 1}) AS some_runs) AS INTEGER) AS runs,
     CAST((SELECT COUNT(*) FROM api_keys WHERE tenant_id = $tenantId AND user_id = $id) AS INTEGER) AS keys,
     (SELECT profile_json FROM profiles WHERE tenant_id = $tenantId AND user_id = $id) AS profile_json`,
);

export async function listPeople(
  queries: Queries,
  tenantId: string,
  { limit: asked, after = '', prefix = '' }: PageQuery & { prefix?: string },
): Promise<Page<PersonRecord>> {
  const limit = pageLimit(asked);
  const items: PersonRecord[] = [];
  let from = after === '' ? prefix : rightAfter(after);
  for (;;) {
    const id = (await queries.first(nextPerson, { tenantId, from }))?.id ?? null;
    if (id === null || !id.startsWith(prefix)) return { items, next: null };
    if (items.length === limit) return { items, next: items.at(-1)?.id ?? null };
    const found = await queries.first(factsOf, { tenantId, id });
    items.push(toPerson(id, found));
    from = rightAfter(id);
  }
}

/** No id has a control character in it. */
const rightAfter = (id: string): string => `${id}\u0001`;

function toPerson(id: string, found: FactsRow | undefined): PersonRecord {
  const profile = found?.profile_json;
  return {
    id,
    name: profile ? (decodeStrict<UserProfile>(profile).name ?? null) : null,
    runs: Math.min(found?.runs ?? 0, MOST_RUNS),
    hasMoreRuns: (found?.runs ?? 0) > MOST_RUNS,
    lastSeenAt: found?.last == null ? null : isoTime(found.last),
    keys: found?.keys ?? 0,
    hasProfile: profile != null,
  };
}
