// Which conversations use which files: what keeps a file from being removed.
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';

// One at a time: SQLite looks for a list of ids in all files of the tenant.
const use = statement<{ tenantId: string; conversationId: string; id: string }>(
  `INSERT INTO file_uses (conversation_id, file_id)
   SELECT $conversationId, id FROM files WHERE tenant_id = $tenantId AND id = $id
   ON CONFLICT (conversation_id, file_id) DO NOTHING`,
);
const stay = statement<{ tenantId: string; id: string }>(
  'UPDATE files SET expires_at = NULL WHERE tenant_id = $tenantId AND id = $id',
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
  // In one order, so that no two wait for one another.
  for (const id of [...new Set(fileIds)].sort()) {
    await queries.run(stay, { tenantId, id });
    await queries.run(use, { tenantId, conversationId, id });
  }
}

/** What a conversation uses, one that is forked off it uses too. */
export async function copyUses(queries: Queries, from: string, to: string): Promise<void> {
  await queries.run(copy, { from, to });
}

/** Has files looked at that a conversation uses which is about to go: the next sweep removes those that no other does. */
export async function releaseFiles(queries: Queries, conversationId: string): Promise<void> {
  await queries.run(release, { id: conversationId });
}
