import type { IdempotencyStore, IdempotentRequest, JsonValue } from '@cadence-agents/contracts';
import { decodeStrict, encodeStrict } from '@cadence-agents/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId } from '../exact-text.ts';
import { idempotencyConflict } from './idempotency-conflict.ts';

type ReplyRow = { route: string; digest: string; status: number | null; reply_json: string | null };
type ReplyKey = { tenantId: string; ownerId: string; key: string };
type RequestParams = ReplyKey & { route: string; digest: string };

const LIFETIME_MS = 86_400_000;
/** Dropped at a time, so that nobody waits long behind it. */
const BATCH = 1_000;
const HOUR_MS = 3_600_000;
/** Whoever began and was not heard of for this long has died: a request takes no longer. */
const STALE_MS = 600_000;

// What is left of yesterday, or of a process that died, makes way.
const insert = statement<RequestParams>(
  `INSERT INTO kept_replies (tenant_id, owner_id, idempotency_key, route, digest, created_at)
   VALUES ($tenantId, $ownerId, $key, $route, $digest, NOW_MS)
   ON CONFLICT (tenant_id, owner_id, idempotency_key) DO UPDATE SET route = excluded.route, digest = excluded.digest,
     status = NULL, reply_json = NULL, created_at = excluded.created_at
   WHERE kept_replies.created_at <= NOW_MS - ${LIFETIME_MS}
     OR (kept_replies.reply_json IS NULL AND kept_replies.created_at <= NOW_MS - ${STALE_MS}
       AND kept_replies.digest = excluded.digest AND kept_replies.route = excluded.route)`,
);
const find = statement<ReplyKey, ReplyRow>(
  `SELECT route, digest, status, reply_json FROM kept_replies
   WHERE tenant_id = $tenantId AND owner_id = $ownerId AND idempotency_key = $key`,
);
const finish = statement<ReplyKey & { status: number; reply: string }>(
  `UPDATE kept_replies SET status = $status, reply_json = $reply
   WHERE tenant_id = $tenantId AND owner_id = $ownerId AND idempotency_key = $key AND reply_json IS NULL`,
);
const forget = statement<ReplyKey>(
  'DELETE FROM kept_replies WHERE tenant_id = $tenantId AND owner_id = $ownerId AND idempotency_key = $key AND reply_json IS NULL',
);
const dropOld = statement(
  `DELETE FROM kept_replies WHERE (tenant_id, owner_id, idempotency_key) IN (
     SELECT tenant_id, owner_id, idempotency_key FROM kept_replies WHERE created_at <= NOW_MS - ${LIFETIME_MS}
     ORDER BY created_at LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED)`,
);

export function createIdempotencyStore(database: Database): IdempotencyStore {
  let droppedAt = 0;
  const dropNowAndThen = async () => {
    if (Date.now() - droppedAt < HOUR_MS) return;
    droppedAt = Date.now();
    while ((await database.run(dropOld, {})) === BATCH);
  };
  return {
    async begin(request) {
      const { tenantId, ownerId, key, route, digest } = request;
      exactId(tenantId, 'tenantId');
      exactId(ownerId, 'ownerId');
      exactId(key, 'key');
      await dropNowAndThen();
      return database.write((queries) => begin(queries, { tenantId, ownerId, key, route, digest }), {
        durable: true,
      });
    },

    async finish({ tenantId, ownerId, key }, { status, body }) {
      const reply = encodeStrict(body, 'body');
      await database.write((queries) => queries.run(finish, { tenantId, ownerId, key, status, reply }), {
        durable: true,
      });
    },

    async forget({ tenantId, ownerId, key }) {
      await database.run(forget, { tenantId, ownerId, key });
    },
  };
}

async function begin(
  queries: Queries,
  { tenantId, ownerId, key, route, digest }: IdempotentRequest,
): ReturnType<IdempotencyStore['begin']> {
  if ((await queries.run(insert, { tenantId, ownerId, key, route, digest })) > 0) return 'new';
  const row = await queries.first(find, { tenantId, ownerId, key });
  if (!row) return 'busy';
  if (row.route !== route || row.digest !== digest) throw idempotencyConflict(key);
  if (row.reply_json === null) return 'busy';
  return { reply: { status: row.status ?? 200, body: decodeStrict<JsonValue>(row.reply_json) } };
}
