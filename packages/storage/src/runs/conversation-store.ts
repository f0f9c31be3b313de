import type { ConversationStore } from '@cadence/contracts';
import { encodeStrict } from '@cadence/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isExactText } from '../exact-text.ts';
import { millisecondsOf } from '../iso-time.ts';
import { pageLimit } from '../pages/page-limit.ts';
import { lockConversation } from '../rows/conversation-lock.ts';
import {
  type ConversationRow,
  conversationColumns,
  conversationParams,
  ensureConversation,
  findConversation,
  toConversationRecord,
} from '../rows/conversation-row.ts';
import { listConversations } from './list-conversations.ts';
import { removeConversation } from './remove-conversation.ts';

const change = statement<
  { tenantId: string; id: string; title: string | null; metadata: string | null },
  ConversationRow
>(
  `UPDATE conversations SET title_json = COALESCE($title, title_json),
     metadata_json = COALESCE($metadata, metadata_json)
   WHERE tenant_id = $tenantId AND id = $id RETURNING ${conversationColumns}`,
);
type Age = { created_at: number; ordinal: number };
// By when they began: an index by when they were touched last would cost every turn.
const nextByAge = statement<
  { before: number; createdAt: number; ordinal: number; limit: number },
  Age & { id: string; is_old: number }
>(
  `SELECT id, created_at, ordinal,
     CASE WHEN updated_at < $before AND ready_at IS NULL AND lease_holder IS NULL THEN 1 ELSE 0 END AS is_old
   FROM conversations WHERE created_at < $before AND (created_at, ordinal) > ($createdAt, $ordinal)
   ORDER BY created_at, ordinal LIMIT $limit`,
);
const isOld = statement<{ id: string; before: number }, { found: number }>(
  `SELECT 1 AS found FROM conversations
   WHERE id = $id AND updated_at < $before AND ready_at IS NULL AND lease_holder IS NULL`,
);

export function createConversationStore(database: Database): ConversationStore {
  return {
    async create(given) {
      const params = conversationParams(given);
      const write = (queries: Queries) => ensureConversation(queries, params);
      const { row } = await database.write(write, { durable: true });
      return toConversationRecord(row);
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
      return row && toConversationRecord(row);
    },

    async get(tenantId, id) {
      if (!isExactText(tenantId, id)) return undefined;
      const row = await database.first(findConversation, { tenantId, id });
      return row && toConversationRecord(row);
    },

    list: (tenantId, filter = {}) => listConversations(database, tenantId, filter),

    async delete(tenantId, id) {
      if (!isExactText(tenantId, id)) return false;
      return database.write(
        async (queries) => {
          const conversation = await lockConversation(queries, id);
          if (conversation?.tenantId !== tenantId) return false;
          await removeConversation(queries, id);
          return true;
        },
        { durable: true },
      );
    },

    purge: (before, limit, after) => purge(database, { before, limit, after }),
  };
}

interface Purge {
  before: string;
  limit: number;
  after: string | undefined;
}

async function purge(
  database: Database,
  { before, limit, after }: Purge,
): ReturnType<ConversationStore['purge']> {
  const time = millisecondsOf(before);
  const atOnce = pageLimit(limit);
  const rows = await database.all(nextByAge, { before: time, ...readAge(after), limit: atOnce });
  let removed = 0;
  // One transaction each, so that others get their turn in between.
  for (const { id, is_old } of rows) {
    if (is_old === 0) continue;
    removed += await database.write(async (queries) => {
      await lockConversation(queries, id);
      if (!(await queries.first(isOld, { id, before: time }))) return 0;
      await removeConversation(queries, id);
      return 1;
    });
  }
  const last = rows.at(-1);
  return { removed, next: last && rows.length === atOnce ? ageText(last) : null };
}

const ageText = ({ created_at, ordinal }: Age): string => `${created_at}-${ordinal}`;

function readAge(text = ''): { createdAt: number; ordinal: number } {
  const [createdAt = 0, ordinal = 0] = text.split('-').map(Number);
  return { createdAt, ordinal };
}
