import { statement } from '../database/statement.ts';
import type { Migration } from './migration.ts';

const distinct = {
  sqlite: 'json_group_array(DISTINCT workflow_id)',
  postgres: 'CAST(json_agg(DISTINCT workflow_id) AS TEXT)',
};

/**
 * A conversation knows which workflows took part in it, see `runs/spoken-workflows.ts`; of one without runs it is not
 * known, since it may be a fork. Idempotency keys are each user's own. The table of replies from before stays, for
 * processes of the version before that still run; what it has is forgotten after a day anyway.
 */
export const reachOfKeys: Migration = {
  version: 8,
  name: 'reach of keys',
  statements: [
    'ALTER TABLE conversations ADD COLUMN workflows_json TEXT',
    'DROP INDEX runs_by_key',
    `CREATE UNIQUE INDEX runs_by_key ON runs (tenant_id, owner_id, idempotency_key)
      WHERE idempotency_key IS NOT NULL`,
    // `reply_json` is null while the request is being carried out.
    `CREATE TABLE kept_replies (
      tenant_id EXACT_TEXT NOT NULL,
      owner_id EXACT_TEXT NOT NULL,
      idempotency_key EXACT_TEXT NOT NULL,
      route EXACT_TEXT NOT NULL,
      digest EXACT_TEXT NOT NULL,
      status INTEGER,
      reply_json TEXT,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (tenant_id, owner_id, idempotency_key)
    )`,
    'CREATE INDEX kept_replies_by_age ON kept_replies (created_at)',
  ],
  async convert(queries) {
    const fill = statement(
      `UPDATE conversations SET workflows_json =
         (SELECT ${distinct[queries.dialect]} FROM runs WHERE conversation_id = conversations.id)
       WHERE EXISTS (SELECT 1 FROM runs WHERE conversation_id = conversations.id)`,
    );
    await queries.run(fill, {});
  },
};
