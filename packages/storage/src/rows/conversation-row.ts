import type { ConversationRecord, JsonObject, NewConversation } from '@cadence-agents/contracts';
import { decodeStrict, encodeStrict } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId } from '../exact-text.ts';
import { isoTime } from '../iso-time.ts';
import { idTaken } from './id-taken.ts';
import { noWorkflows } from './spoken-workflows.ts';

export type ConversationRow = {
  ordinal: number;
  id: string;
  tenant_id: string;
  owner_id: string;
  title_json: string | null;
  metadata_json: string;
  created_at: number;
  updated_at: number;
  active: number;
  workflows_json: string | null;
};

/** When a message last came; one from before that was kept is as old as the conversation. An index has it. */
export const activity = 'COALESCE(active_at, created_at)';
export const conversationColumns = `ordinal, id, tenant_id, owner_id, title_json, metadata_json, created_at, updated_at,
  ${activity} AS active, workflows_json`;

export type ConversationParams = {
  id: string;
  tenantId: string;
  ownerId: string;
  title: string | null;
  metadata: string;
  workflows: string | null;
};

export const findConversation = statement<{ tenantId: string; id: string }, ConversationRow>(
  `SELECT ${conversationColumns} FROM conversations WHERE tenant_id = $tenantId AND id = $id`,
);
const make = statement<ConversationParams, ConversationRow>(
  `INSERT INTO conversations (id, tenant_id, owner_id, title_json, metadata_json, created_at, updated_at,
     last_position, lease_until, lease_fence, workflows_json)
   VALUES ($id, $tenantId, $ownerId, $title, $metadata, NOW_MS, NOW_MS, 0, 0, 0, $workflows)
   ON CONFLICT (id) DO NOTHING RETURNING ${conversationColumns}`,
);

/** The conversation's row, once it is sure that every field can be kept. */
export function conversationParams({
  id,
  tenantId,
  ownerId,
  title,
  metadata = {},
}: Omit<NewConversation, 'messages'>): ConversationParams {
  return {
    id: exactId(id, 'id'),
    tenantId: exactId(tenantId, 'tenantId'),
    ownerId: exactId(ownerId, 'ownerId'),
    title: title === undefined ? null : encodeStrict(title, 'title'),
    metadata: encodeStrict(metadata, 'metadata'),
    workflows: noWorkflows,
  };
}

/** Makes the conversation, inside the caller's transaction; one that the tenant has already is left as it is. */
export async function ensureConversation(
  queries: Queries,
  params: ConversationParams,
): Promise<{ row: ConversationRow; isNew: boolean }> {
  const made = await queries.first(make, params);
  if (made) return { row: made, isNew: true };
  const { tenantId, id } = params;
  const known = await queries.first(findConversation, { tenantId, id });
  if (known) return { row: known, isNew: false };
  throw idTaken('conversation', id);
}

export function toConversationRecord(row: ConversationRow): ConversationRecord {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    ownerId: row.owner_id,
    title: row.title_json === null ? null : decodeStrict<string>(row.title_json),
    metadata: decodeStrict<JsonObject>(row.metadata_json),
    workflows: row.workflows_json === null ? null : decodeStrict<string[]>(row.workflows_json),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    activeAt: isoTime(row.active),
  };
}
