import type { ArchiveStore, ConversationStore } from '@cadence-agents/contracts';
import { encodeStrict } from '@cadence-agents/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isExactText } from '../exact-text.ts';
import { millisecondsOf } from '../iso-time.ts';
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
import { ConversationPurge, countUntouched } from './purge-conversations.ts';
import { removeConversation } from './remove-conversation.ts';

const change = statement<
  { tenantId: string; id: string; title: string | null; metadata: string | null },
  ConversationRow
>(
  `UPDATE conversations SET title_json = COALESCE($title, title_json),
     metadata_json = COALESCE($metadata, metadata_json)
   WHERE tenant_id = $tenantId AND id = $id RETURNING ${conversationColumns}`,
);
export function createConversationStore(
  database: Database,
  archive: Pick<ArchiveStore, 'sweep'>,
): ConversationStore {
  const old = new ConversationPurge(database);
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
      const isRemoved = await database.write(
        async (queries) => {
          const conversation = await lockConversation(queries, id);
          if (conversation?.tenantId !== tenantId) return false;
          await removeConversation(queries, id);
          return true;
        },
        { durable: true },
      );
      // Nobody waits for it: there may be many, and far away. What cannot be removed now is by `tend`.
      if (isRemoved) archive.sweep().catch(() => {});
      return isRemoved;
    },

    countUntouched: async (before) => countUntouched(database, millisecondsOf(before)),

    async purge(before) {
      const removed = await old.purge(millisecondsOf(before));
      if (removed > 0) await archive.sweep().catch(() => {});
      return removed;
    },
  };
}
