import type { ConversationRecord, ConversationStore, JsonObject } from '@cadence/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId, isExactText } from '../exact-text.ts';
import { isoTime, millisecondsOf } from '../iso-time.ts';
import { beyondAll, pageLimit } from '../page-limit.ts';
import { decodeStrict, encodeStrict } from '../strict-json.ts';
import type { CheckpointRemoval } from './checkpoint-removal.ts';
import { lockConversation } from './conversation-lock.ts';
import { idTaken } from './id-taken.ts';
import { inRun } from './run-places.ts';

type ConversationRow = {
  id: string;
  tenant_id: string;
  owner_id: string;
  title_json: string | null;
  metadata_json: string;
  created_at: number;
  updated_at: number;
};

const columns = 'id, tenant_id, owner_id, title_json, metadata_json, created_at, updated_at';
const find = statement<{ tenantId: string; id: string }, ConversationRow>(
  `SELECT ${columns} FROM conversations WHERE tenant_id = $tenantId AND id = $id`,
);
const list = statement<
  { tenantId: string; ownerId: string | null; after: string | null; limit: number },
  ConversationRow
>(
  `SELECT ${columns} FROM conversations WHERE tenant_id = $tenantId
     AND (CAST($ownerId AS TEXT) IS NULL OR owner_id = $ownerId)
     AND ordinal < CASE WHEN CAST($after AS TEXT) IS NULL THEN ${beyondAll}
       ELSE (SELECT ordinal FROM conversations WHERE tenant_id = $tenantId AND id = $after) END
   ORDER BY ordinal DESC LIMIT $limit`,
);
const make = statement<
  { id: string; tenantId: string; ownerId: string; title: string | null; metadata: string },
  ConversationRow
>(
  `INSERT INTO conversations (id, tenant_id, owner_id, title_json, metadata_json, created_at, updated_at,
     last_position, lease_until, lease_fence)
   VALUES ($id, $tenantId, $ownerId, $title, $metadata, NOW_MS, NOW_MS, 0, 0, 0)
   ON CONFLICT (id) DO NOTHING RETURNING ${columns}`,
);
const change = statement<
  { tenantId: string; id: string; title: string | null; metadata: string | null },
  ConversationRow
>(
  `UPDATE conversations SET title_json = COALESCE($title, title_json),
     metadata_json = COALESCE($metadata, metadata_json)
   WHERE tenant_id = $tenantId AND id = $id RETURNING ${columns}`,
);
// The rest goes with it, by foreign keys.
const remove = statement<{ id: string }>('DELETE FROM conversations WHERE id = $id');
const old = statement<{ before: number; limit: number }, { id: string }>(
  `SELECT id FROM conversations
   WHERE created_at < $before AND updated_at < $before AND ready_at IS NULL AND lease_holder IS NULL
   ORDER BY created_at LIMIT $limit`,
);
const isOld = statement<{ id: string; before: number }, { found: number }>(
  `SELECT 1 AS found FROM conversations
   WHERE id = $id AND updated_at < $before AND ready_at IS NULL AND lease_holder IS NULL`,
);
const removeBatches = statement<{ id: string }>(
  `DELETE FROM event_batches WHERE place IN (
     SELECT place FROM runs r JOIN event_batches ON ${inRun('r.ordinal')} WHERE r.conversation_id = $id)`,
);

export function createConversationStore(
  database: Database,
  checkpoints: CheckpointRemoval,
): ConversationStore {
  return {
    async create({ title, metadata = {}, ...given }) {
      const { tenantId } = given;
      const params = {
        id: exactId(given.id, 'id'),
        tenantId: exactId(tenantId, 'tenantId'),
        ownerId: exactId(given.ownerId, 'ownerId'),
        title: title === undefined ? null : encodeStrict(title, 'title'),
        metadata: encodeStrict(metadata, 'metadata'),
      };
      const row = await database.write(
        async (queries) =>
          (await queries.first(make, params)) ?? queries.first(find, { tenantId, id: params.id }),
        { durable: true },
      );
      if (row) return toRecord(row);
      throw idTaken('conversation', params.id);
    },

    async update(tenantId, id, { title, metadata }) {
      if (!isExactText(tenantId, id)) return undefined;
      const params = {
        tenantId,
        id,
        title: title === undefined ? null : encodeStrict(title, 'title'),
        metadata: metadata === undefined ? null : encodeStrict(metadata, 'metadata'),
      };
      const row = await database.write((queries) => queries.first(change, params), { durable: true });
      return row && toRecord(row);
    },

    async get(tenantId, id) {
      if (!isExactText(tenantId, id)) return undefined;
      const row = await database.first(find, { tenantId, id });
      return row && toRecord(row);
    },

    async list(tenantId, page = {}) {
      const { ownerId, after, limit } = page;
      if (!isExactText(tenantId, ownerId, after)) return [];
      const params = { tenantId, ownerId: ownerId ?? null, after: after ?? null, limit: pageLimit(limit) };
      return (await database.all(list, params)).map(toRecord);
    },

    async delete(tenantId, id) {
      if (!isExactText(tenantId, id)) return false;
      await checkpoints.ready?.();
      return database.write(
        async (queries) => {
          const conversation = await lockConversation(queries, id);
          if (conversation?.tenantId !== tenantId) return false;
          await removeConversation(queries, id, checkpoints);
          return true;
        },
        { durable: true },
      );
    },

    purge: (before, limit) => purge(database, checkpoints, before, limit),
  };
}

async function purge(
  database: Database,
  checkpoints: CheckpointRemoval,
  before: string,
  limit: number,
): Promise<number> {
  const time = millisecondsOf(before);
  if (limit < 1) return 0;
  const candidates = await database.all(old, { before: time, limit: pageLimit(limit) });
  if (candidates.length > 0) await checkpoints.ready?.();
  let removed = 0;
  // One transaction each, so that others get their turn in between.
  for (const { id } of candidates) {
    removed += await database.write(async (queries) => {
      await lockConversation(queries, id);
      if (!(await queries.first(isOld, { id, before: time }))) return 0;
      await removeConversation(queries, id, checkpoints);
      return 1;
    });
  }
  return removed;
}

async function removeConversation(
  queries: Queries,
  id: string,
  checkpoints: CheckpointRemoval,
): Promise<void> {
  await checkpoints.ofConversation(queries, id);
  await queries.run(removeBatches, { id });
  await queries.run(remove, { id });
}

function toRecord(row: ConversationRow): ConversationRecord {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    ownerId: row.owner_id,
    title: row.title_json === null ? null : decodeStrict<string>(row.title_json),
    metadata: decodeStrict<JsonObject>(row.metadata_json),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}
