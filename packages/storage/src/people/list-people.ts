// The people of a tenant, from one to the next: by indexes, so that it costs the same however much each of them did.
import {
  decodeStrict,
  type Page,
  type PageQuery,
  type PersonRecord,
  type UserProfile,
} from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isoTime } from '../iso-time.ts';
import { pageLimit } from '../pages/page-limit.ts';

/** What is counted of each person, so that a page costs the same however much they did. */
const MOST_RUNS = 100;
const MOST_KEYS = 100;

type PersonRow = { id: string; last: number | null; runs: number; keys: number; profile_json: string | null };

/** The first by id who has any of it; those whose rows are nobody's in particular are one of them. */
const firstBy = (compared: string) => `(SELECT MIN(first_id) FROM (
    SELECT * FROM (SELECT owner_id AS first_id FROM runs
      WHERE tenant_id = $tenantId AND owner_id ${compared} ORDER BY owner_id LIMIT 1) AS with_runs
    UNION ALL
    SELECT * FROM (SELECT user_id AS first_id FROM profiles
      WHERE tenant_id = $tenantId AND user_id ${compared} ORDER BY user_id LIMIT 1) AS with_profile
    UNION ALL
    SELECT * FROM (SELECT user_id AS first_id FROM api_keys
      WHERE tenant_id = $tenantId AND user_id ${compared} ORDER BY user_id LIMIT 1) AS with_key
  ) AS firsts)`;

/** From one person to the next by the indexes. */
const nextPeople = statement<{ tenantId: string; from: string; limit: number }, PersonRow>(
  `WITH RECURSIVE people (id) AS (
     SELECT ${firstBy('>= $from')}
     UNION ALL
     SELECT ${firstBy('> people.id')} FROM people WHERE people.id IS NOT NULL
   )
   SELECT id,
     (SELECT created_at FROM runs WHERE tenant_id = $tenantId AND owner_id = people.id
      ORDER BY ordinal DESC LIMIT 1) AS last,
     CAST((SELECT COUNT(*) FROM (SELECT 1 FROM runs WHERE tenant_id = $tenantId AND owner_id = people.id
      LIMIT ${MOST_RUNS + 1}) AS some_runs) AS INTEGER) AS runs,
     CAST((SELECT COUNT(*) FROM (SELECT 1 FROM api_keys WHERE tenant_id = $tenantId AND user_id = people.id
      LIMIT ${MOST_KEYS}) AS some_keys) AS INTEGER) AS keys,
     (SELECT profile_json FROM profiles WHERE tenant_id = $tenantId AND user_id = people.id) AS profile_json
   FROM people WHERE id IS NOT NULL LIMIT $limit`,
);

export async function listPeople(
  queries: Queries,
  tenantId: string,
  { limit: asked, after = '', prefix = '' }: PageQuery & { prefix?: string },
): Promise<Page<PersonRecord>> {
  const limit = pageLimit(asked);
  const from = after === '' ? prefix : rightAfter(after);
  // One more than asked for tells whether there is a next page.
  const rows = await queries.all(nextPeople, { tenantId, from, limit: limit + 1 });
  const found = rows.filter(({ id }) => id.startsWith(prefix));
  const items = found.slice(0, limit).map(toPerson);
  return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** No id has a control character in it. */
const rightAfter = (id: string): string => `${id}\u0001`;

function toPerson({ id, last, runs, keys, profile_json: profile }: PersonRow): PersonRecord {
  return {
    id,
    name: profile === null ? null : (decodeStrict<UserProfile>(profile).name ?? null),
    runs: Math.min(runs, MOST_RUNS),
    hasMoreRuns: runs > MOST_RUNS,
    lastSeenAt: last === null ? null : isoTime(last),
    keys,
    hasProfile: profile !== null,
  };
}
