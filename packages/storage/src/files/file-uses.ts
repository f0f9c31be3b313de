// Which conversations use which files: what keeps a file from being removed.
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';

const use = statement<{ tenantId: string; conversationId: string; ids: string }>(
  `INSERT INTO file_uses (conversation_id, file_id)
   SELECT $conversationId, id FROM files WHERE tenant_id = $tenantId AND id IN ITEMS_OF($ids)
   ON CONFLICT (conversation_id, file_id) DO NOTHING`,
);
const stay = statement<{ tenantId: string; ids: string }>(
  'UPDATE files SET expires_at = NULL WHERE tenant_id = $tenantId AND id IN ITEMS_OF($ids)',
);
const copy = statement<{ from: string; to: string }>(
  `INSERT INTO file_uses (conversation_id, file_id) SELECT $to, file_id FROM file_uses WHERE conversation_id = $from
   ON CONFLICT (conversation_id, file_id) DO NOTHING`,
);
const release = statement<{ id: string }>(
  `UPDATE files SET expires_at = NOW_MS WHERE id IN
     (SELECT file_id FROM file_uses WHERE conversation_id = $id)`,
);

export async function useFiles(
  queries: Queries,
  tenantId: string,
  conversationId: string,
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length === 0) return;
  const ids = JSON.stringify(fileIds);
  await queries.run(stay, { tenantId, ids });
  await queries.run(use, { tenantId, conversationId, ids });
}

/** What a conversation uses, one that is forked off it uses too. */
export async function copyUses(queries: Queries, from: string, to: string): Promise<void> {
  await queries.run(copy, { from, to });
}

/** Has files looked at that a conversation uses which is about to go: the next sweep removes those that no other does. */
export async function releaseFiles(queries: Queries, conversationId: string): Promise<void> {
  await queries.run(release, { id: conversationId });
}
