import {
  decodeStrict,
  encodeStrict,
  type ItemPlace,
  type ItemRecord,
  type ItemStore,
  type JsonObject,
  notStorable,
  type Owner,
} from '@cadence-agents/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId, isExactText } from '../exact-text.ts';
import { isoTime } from '../iso-time.ts';
import { pageLimit } from '../pages/page-limit.ts';

type Space = { tenantId: string; ownerId: string };
type Place = Space & { namespace: string; key: string };
type ItemRow = {
  namespace: string;
  item_key: string;
  value_json: string;
  created_at: number;
  updated_at: number;
};

const columns = 'namespace, item_key, value_json, created_at, updated_at';
const inSpace = 'tenant_id = $tenantId AND owner_id = $ownerId';
const here = `${inSpace} AND namespace = $namespace AND item_key = $key`;
const isAlive = '(expires_at IS NULL OR expires_at > NOW_MS)';

const put = statement<Place & { value: string; ttlMs: number | null }>(
  `INSERT INTO store_items (tenant_id, owner_id, namespace, item_key, value_json, ttl_ms, expires_at, created_at,
     updated_at)
   VALUES ($tenantId, $ownerId, $namespace, $key, $value, $ttlMs, NOW_MS + $ttlMs, NOW_MS, NOW_MS)
   ON CONFLICT (tenant_id, owner_id, namespace, item_key) DO UPDATE SET value_json = excluded.value_json,
     ttl_ms = excluded.ttl_ms, expires_at = excluded.expires_at, updated_at = excluded.updated_at,
     created_at = CASE WHEN store_items.expires_at <= NOW_MS THEN excluded.created_at ELSE store_items.created_at END`,
);
const find = statement<Place, ItemRow>(`SELECT ${columns} FROM store_items WHERE ${here} AND ${isAlive}`);
const refresh = statement<Place>(
  `UPDATE store_items SET expires_at = NOW_MS + ttl_ms WHERE ${here} AND ttl_ms IS NOT NULL AND ${isAlive}`,
);
const remove = statement<Place, { expires_at: number | null; now: number }>(
  `DELETE FROM store_items WHERE ${here} RETURNING expires_at, NOW_MS AS now`,
);
const removeIfOver = statement<Place>(`DELETE FROM store_items WHERE ${here} AND expires_at <= NOW_MS`);
const list = statement<Place & { until: string; limit: number }, ItemRow>(
  `SELECT ${columns} FROM store_items
   WHERE ${inSpace} AND (namespace, item_key) > ($namespace, $key) AND namespace < $until AND ${isAlive}
   ORDER BY namespace, item_key LIMIT $limit`,
);
const nextNamespace = statement<Space & { from: string; until: string }, { namespace: string }>(
  `SELECT namespace FROM store_items
   WHERE ${inSpace} AND namespace >= $from AND namespace < $until AND ${isAlive} ORDER BY namespace LIMIT 1`,
);
const expired = statement<{ limit: number }, Place>(
  `SELECT tenant_id AS "tenantId", owner_id AS "ownerId", namespace, item_key AS "key" FROM store_items
   WHERE expires_at <= NOW_MS ORDER BY expires_at LIMIT $limit`,
);

export function createItemStore(database: Database): ItemStore {
  return {
    async put(owner, { value, ttlMs, ...place }) {
      const row = { ...placeOf(owner, place), value: encodeStrict(value, 'value'), ttlMs };
      await database.write((queries) => queries.run(put, row), { durable: true });
    },

    async get(owner, place, { refresh: isRefreshed = false } = {}) {
      if (!isSearchable(owner, place)) return undefined;
      const at = placeOf(owner, place);
      if (isRefreshed) await database.run(refresh, at);
      const row = await database.first(find, at);
      return row && toItem(row);
    },

    async delete(owner, place) {
      if (!isSearchable(owner, place)) return false;
      const removed = await database.write((queries) => queries.first(remove, placeOf(owner, place)), {
        durable: true,
      });
      return removed !== undefined && (removed.expires_at === null || removed.expires_at > removed.now);
    },

    async list(owner, prefix, { limit, after }) {
      if (!isSearchable(owner, { namespace: prefix, key: after?.key ?? '' })) return [];
      const from = after ? pathOf(after.namespace) : pathOf(prefix);
      const until = endOf(prefix);
      const at = { ...spaceOf(owner), namespace: from, key: after?.key ?? '', until };
      return (await database.all(list, { ...at, limit: pageLimit(limit) })).map(toItem);
    },

    async refresh(owner, places) {
      const rows = places.map((place) => placeOf(owner, place));
      await database.write(async (queries) => {
        for (const row of rows) await queries.run(refresh, row);
      });
    },

    async namespaces(owner, prefix, { limit, after, maxDepth }) {
      if (!isSearchable(owner, { namespace: prefix, key: '' })) return [];
      const found: string[][] = [];
      let from = after ? endOf(after) : pathOf(prefix);
      const most = pageLimit(limit);
      // From one to the next by the index, however many items each has.
      while (found.length < most) {
        const row = await database.first(nextNamespace, { ...spaceOf(owner), from, until: endOf(prefix) });
        if (!row) break;
        const namespace = labelsOf(row.namespace).slice(0, maxDepth);
        found.push(namespace);
        from = maxDepth === undefined ? `${row.namespace}\u0001` : endOf(namespace);
      }
      return found;
    },
  };
}

/** Removes items whose time is over, a few at a time. */
export async function removeExpiredItems(database: Database): Promise<void> {
  const AT_ONCE = 500;
  const removeSome = async (queries: Queries) => {
    const places = await queries.all(expired, { limit: AT_ONCE });
    // One by one: of many at once PostgreSQL may read the whole table.
    for (const place of places) await queries.run(removeIfOver, place);
    return places.length;
  };
  while ((await database.write(removeSome)) === AT_ONCE);
}

// A namespace is kept with a period after each label, so that all inside it begin with it, and it has an end.
const pathOf = (namespace: readonly string[]): string => namespace.map((label) => `${label}.`).join('');
const labelsOf = (path: string): string[] => path.split('.').slice(0, -1);

/** What comes after all that is inside a namespace, in the order of bytes. */
const endOf = (namespace: readonly string[]): string =>
  namespace.length === 0 ? '\u{10FFFF}' : `${pathOf(namespace).slice(0, -1)}/`;

const spaceOf = ({ tenantId, ownerId }: Owner): Space => ({ tenantId, ownerId });

function placeOf({ tenantId, ownerId }: Owner, { namespace, key }: ItemPlace): Place {
  if (namespace.some((label) => label === '' || label.includes('.')))
    throw notStorable('namespace', 'has a label that is empty or has a period');
  return {
    tenantId: exactId(tenantId, 'tenantId'),
    ownerId: exactId(ownerId, 'ownerId'),
    namespace: exactId(pathOf(namespace), 'namespace'),
    key: exactId(key, 'key'),
  };
}

const isSearchable = ({ tenantId, ownerId }: Owner, { namespace, key }: ItemPlace): boolean =>
  isExactText(tenantId, ownerId, key, ...namespace);

function toItem(row: ItemRow): ItemRecord {
  return {
    namespace: labelsOf(row.namespace),
    key: row.item_key,
    value: decodeStrict<JsonObject>(row.value_json),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}
