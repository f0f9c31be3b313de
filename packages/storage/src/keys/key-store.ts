import {
  CadenceError,
  decodeStrict,
  encodeStrict,
  type KeyRecord,
  type KeyStore,
  type NewKey,
  type Role,
} from '@cadence-agents/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId, isExactText } from '../exact-text.ts';
import { isoTime, isoTimeOrNull, millisecondsOf } from '../iso-time.ts';
import { ofTenant } from '../pages/of-tenant.ts';
import { readPage } from '../pages/read-page.ts';

type KeyRow = {
  id: string;
  tenant_id: string;
  user_id: string | null;
  name_json: string | null;
  role: Role;
  scopes_json: string | null;
  secret_hash: string;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
  revoked_at: number | null;
};

type NewKeyParams = {
  id: string;
  tenantId: string;
  userId: string | null;
  name: string | null;
  role: string;
  scopes: string | null;
  secretHash: string;
  expiresAt: number | null;
};

const columns = `id, tenant_id, user_id, name_json, role, scopes_json, secret_hash, created_at, expires_at,
  last_used_at, revoked_at`;
const insert = statement<NewKeyParams, KeyRow>(
  `INSERT INTO api_keys (id, tenant_id, user_id, name_json, role, scopes_json, secret_hash, created_at, expires_at)
   VALUES ($id, $tenantId, $userId, $name, $role, $scopes, $secretHash, NOW_MS, $expiresAt)
   ON CONFLICT (id) DO NOTHING RETURNING ${columns}`,
);
const find = statement<{ id: string }, KeyRow>(`SELECT ${columns} FROM api_keys WHERE id = $id`);
const revoke = statement<{ tenantId: string; id: string }, KeyRow>(
  `UPDATE api_keys SET revoked_at = COALESCE(revoked_at, NOW_MS) WHERE tenant_id = $tenantId AND id = $id
   RETURNING ${columns}`,
);
const end = statement<{ tenantId: string; id: string; graceMs: number }, KeyRow>(
  `UPDATE api_keys SET expires_at = CASE WHEN expires_at < NOW_MS + $graceMs THEN expires_at ELSE NOW_MS + $graceMs END
   WHERE tenant_id = $tenantId AND id = $id AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > NOW_MS)
   RETURNING ${columns}`,
);
const touch = statement<{ id: string }>(
  `UPDATE api_keys SET last_used_at = NOW_MS
   WHERE id = $id AND (last_used_at IS NULL OR last_used_at <= NOW_MS - 60000)`,
);

export function createKeyStore(database: Database): KeyStore {
  return {
    create: (key) => database.write((queries) => add(queries, key), { durable: true }),

    async rotate(tenantId, id, { next, graceMs }) {
      if (!isExactText(tenantId, id)) return undefined;
      return database.write(
        async (queries) => {
          const before = await queries.first(end, { tenantId, id, graceMs });
          return before && { before: toRecord(before), record: await add(queries, next) };
        },
        { durable: true },
      );
    },

    async find(id) {
      if (!isExactText(id)) return undefined;
      const row = await database.first(find, { id });
      return row && { record: toRecord(row), secretHash: row.secret_hash };
    },

    async list(tenantId, page = {}) {
      const { userId, after } = page;
      if (!isExactText(tenantId, userId, after)) return { items: [], next: null };
      const listing = {
        table: 'api_keys',
        columns,
        order: { column: 'ordinal', newestFirst: true },
        indexed: [ofTenant, ...(userId === undefined ? [] : ['user_id = $userId'])],
        filters: [],
        params: { tenantId, userId: userId ?? null },
      };
      const { items, next } = await readPage<KeyRow>(database, listing, page);
      return { items: items.map(toRecord), next };
    },

    async revoke(tenantId, id) {
      if (!isExactText(tenantId, id)) return undefined;
      const row = await database.write((queries) => queries.first(revoke, { tenantId, id }), {
        durable: true,
      });
      return row && toRecord(row);
    },

    async touch(id) {
      if (isExactText(id)) await database.run(touch, { id });
    },
  };
}

async function add(queries: Queries, key: NewKey): Promise<KeyRecord> {
  const row = await queries.first(insert, {
    id: exactId(key.id, 'id'),
    tenantId: exactId(key.tenantId, 'tenantId'),
    userId: key.userId === null ? null : exactId(key.userId, 'userId'),
    name: key.name === null ? null : encodeStrict(key.name, 'name'),
    role: key.role,
    scopes: key.scopes === null ? null : encodeStrict(key.scopes, 'scopes'),
    secretHash: exactId(key.secretHash, 'secretHash'),
    expiresAt: key.expiresAt === null ? null : millisecondsOf(key.expiresAt),
  });
  if (row) return toRecord(row);
  throw new CadenceError('INPUT_INVALID', `The key id "${key.id}" is taken.`, { hint: 'Make another.' });
}

function toRecord(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    userId: row.user_id,
    name: row.name_json === null ? null : decodeStrict<string>(row.name_json),
    role: row.role,
    scopes: row.scopes_json === null ? null : decodeStrict<string[]>(row.scopes_json),
    createdAt: isoTime(row.created_at),
    expiresAt: isoTimeOrNull(row.expires_at),
    lastUsedAt: isoTimeOrNull(row.last_used_at),
    revokedAt: isoTimeOrNull(row.revoked_at),
  };
}
