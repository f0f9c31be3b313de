import { createHash, randomUUID } from 'node:crypto';
import {
  CadenceError,
  decodeStrict,
  encodeStrict,
  type FileRecord,
  type FileStore,
  type FileText,
} from '@cadence-agents/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId, isExactText } from '../exact-text.ts';
import { isoTime } from '../iso-time.ts';
import { useFiles } from './file-uses.ts';

type FileRow = {
  id: string;
  tenant_id: string;
  owner_id: string;
  hash: string;
  name_json: string;
  media_type: string;
  size: number;
  created_at: number;
};
type Bytes = { tenantId: string; hash: string };

const columns = 'id, tenant_id, owner_id, hash, name_json, media_type, size, created_at';
const DAY_MS = 86_400_000;

// Whoever writes them holds their row, so that nobody removes them meanwhile.
const keepBytes = statement<Bytes & { bytes: Uint8Array }>(
  `INSERT INTO file_bytes (tenant_id, hash, bytes) VALUES ($tenantId, $hash, $bytes)
   ON CONFLICT (tenant_id, hash) DO UPDATE SET hash = excluded.hash`,
);
type NewRow = Bytes & { id: string; ownerId: string; name: string; mediaType: string; size: number };
const keep = statement<NewRow, FileRow>(
  `INSERT INTO files (id, tenant_id, owner_id, hash, name_json, media_type, size, created_at, expires_at)
   VALUES ($id, $tenantId, $ownerId, $hash, $name, $mediaType, $size, NOW_MS, NOW_MS + ${DAY_MS})
   ON CONFLICT (tenant_id, hash, owner_id) DO UPDATE SET
     expires_at = CASE WHEN files.expires_at IS NULL THEN NULL ELSE excluded.expires_at END
   RETURNING ${columns}`,
);
const find = statement<{ tenantId: string; id: string }, FileRow>(
  `SELECT ${columns} FROM files WHERE tenant_id = $tenantId AND id = $id`,
);
const read = statement<{ tenantId: string; id: string }, { bytes: Uint8Array }>(
  `SELECT bytes FROM files JOIN file_bytes ON file_bytes.tenant_id = files.tenant_id AND file_bytes.hash = files.hash
   WHERE files.tenant_id = $tenantId AND files.id = $id`,
);
const textOf = statement<{ tenantId: string; id: string }, { text_json: string | null }>(
  `SELECT text_json FROM files JOIN file_bytes ON file_bytes.tenant_id = files.tenant_id AND file_bytes.hash = files.hash
   WHERE files.tenant_id = $tenantId AND files.id = $id`,
);
const keepText = statement<{ tenantId: string; id: string; text: string }>(
  `UPDATE file_bytes SET text_json = $text WHERE tenant_id = $tenantId
     AND hash = (SELECT hash FROM files WHERE tenant_id = $tenantId AND id = $id)`,
);
const uses = statement<{ id: string; limit: number }, { conversation_id: string }>(
  'SELECT conversation_id FROM file_uses WHERE file_id = $id LIMIT $limit',
);
const lockBytes = statement<Bytes>(
  'SELECT hash FROM file_bytes WHERE tenant_id = $tenantId AND hash = $hash FOR NO KEY UPDATE',
);
const remove = statement<{ id: string }>('DELETE FROM files WHERE id = $id');
const removeBytes = statement<Bytes>(
  `DELETE FROM file_bytes WHERE tenant_id = $tenantId AND hash = $hash
     AND NOT EXISTS (SELECT 1 FROM files WHERE tenant_id = $tenantId AND hash = $hash)`,
);
const expired = statement<{ limit: number }, FileRow>(
  `SELECT ${columns} FROM files WHERE expires_at <= NOW_MS ORDER BY expires_at LIMIT $limit`,
);
const isUsed = statement<{ id: string }>('SELECT 1 AS used FROM file_uses WHERE file_id = $id LIMIT 1');
const stay = statement<{ id: string }>('UPDATE files SET expires_at = NULL WHERE id = $id');
const ofOwner = statement<{ tenantId: string; ownerId: string }, FileRow>(
  `SELECT ${columns} FROM files WHERE tenant_id = $tenantId AND owner_id = $ownerId`,
);

export function createFileStore(database: Database): FileStore {
  return {
    async put({ tenantId, ownerId, bytes, name, mediaType }) {
      const hash = createHash('sha256').update(bytes).digest('hex');
      const row: NewRow = {
        id: `file_${randomUUID().replaceAll('-', '')}`,
        tenantId: exactId(tenantId, 'tenantId'),
        ownerId: exactId(ownerId, 'ownerId'),
        hash,
        name: encodeStrict(name, 'name'),
        mediaType: exactId(mediaType, 'mediaType'),
        size: bytes.length,
      };
      const kept = await database.write(
        async (queries) => {
          await queries.run(keepBytes, { tenantId, hash, bytes });
          return queries.first(keep, row);
        },
        { durable: true },
      );
      if (!kept) throw new CadenceError('INTERNAL', `The file "${row.id}" was not kept.`);
      return toRecord(kept);
    },

    async get(tenantId, id) {
      if (!isExactText(tenantId, id)) return undefined;
      const row = await database.first(find, { tenantId, id });
      return row && toRecord(row);
    },

    async read(tenantId, id) {
      if (!isExactText(tenantId, id)) return undefined;
      return (await database.first(read, { tenantId, id }))?.bytes;
    },

    async text(tenantId, id) {
      if (!isExactText(tenantId, id)) return undefined;
      const json = (await database.first(textOf, { tenantId, id }))?.text_json;
      return json ? decodeStrict<FileText>(json) : undefined;
    },

    async keepText(tenantId, id, text) {
      const json = encodeStrict(text, 'text');
      await database.write((queries) => queries.run(keepText, { tenantId, id, text: json }));
    },

    async use(tenantId, conversationId, ids) {
      await database.write((queries) => useFiles(queries, tenantId, conversationId, ids));
    },

    async usedIn(id, limit) {
      if (!isExactText(id)) return [];
      const rows = await database.all(uses, { id, limit });
      return rows.map(({ conversation_id }) => conversation_id);
    },

    async delete(tenantId, id) {
      if (!isExactText(tenantId, id)) return false;
      return database.write(
        async (queries) => {
          const row = await queries.first(find, { tenantId, id });
          if (row) await removeFile(queries, row);
          return row !== undefined;
        },
        { durable: true },
      );
    },
  };
}

/** With its bytes, unless somebody else has the same. */
async function removeFile(queries: Queries, { id, tenant_id: tenantId, hash }: FileRow): Promise<void> {
  await queries.first(lockBytes, { tenantId, hash });
  await queries.run(remove, { id });
  await queries.run(removeBytes, { tenantId, hash });
}

/** Removes files whose conversations are gone, and those that were never used. */
export async function sweepFiles(database: Database): Promise<void> {
  const AT_ONCE = 50;
  for (;;) {
    const rows = await database.all(expired, { limit: AT_ONCE });
    for (const row of rows) {
      await database.write(async (queries) => {
        if (await queries.first(isUsed, { id: row.id })) await queries.run(stay, { id: row.id });
        else await removeFile(queries, row);
      });
    }
    if (rows.length < AT_ONCE) return;
  }
}

/** Removes what somebody has stored; returns how many files. */
export async function removeFilesOf(
  database: Database,
  owner: { tenantId: string; userId: string },
): Promise<number> {
  const rows = await database.all(ofOwner, { tenantId: owner.tenantId, ownerId: owner.userId });
  for (const row of rows) await database.write((queries) => removeFile(queries, row), { durable: true });
  return rows.length;
}

function toRecord(row: FileRow): FileRecord {
  return {
    ...{ id: row.id, tenantId: row.tenant_id, ownerId: row.owner_id, hash: row.hash, size: row.size },
    name: decodeStrict<string>(row.name_json),
    mediaType: row.media_type,
    createdAt: isoTime(row.created_at),
  };
}
