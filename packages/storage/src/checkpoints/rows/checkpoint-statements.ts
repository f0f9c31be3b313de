import { statement } from '../../database/statement.ts';
import type { CheckpointColumns, CheckpointRow } from './checkpoint-row.ts';

type RowDraft = CheckpointColumns & { data: Uint8Array };
/** Where a row is; the `ordinal` of what a row builds on is less than its own. */
export type StoredKey = { ordinal: number; revision: number };

/** A `CheckpointThread` as parameters. */
type Address = { threadId: string; ns: string };

// An update that changes nothing, because only a row that was touched is returned.
export const ensureThread = statement<Address, { ordinal: number }>(
  `INSERT INTO checkpoint_threads (thread_id, ns) VALUES ($threadId, $ns)
   ON CONFLICT (thread_id, ns) DO UPDATE SET ns = excluded.ns RETURNING ordinal`,
);

const insertInto = `INSERT INTO checkpoints (thread, checkpoint_id, revision, parent, base, step, source, created_at,
  extra_json, data)`;
const drafted = `CAST($step AS INTEGER), CAST($source AS TEXT), CAST($createdAt AS BIGINT), CAST($extra AS TEXT),
  CAST($data AS BYTES)`;

type Predecessors = {
  parent: number;
  parentId: string;
  base: number;
  baseId: string;
  baseRevision: number;
};

/** Only where both are still there and the base is what it was: it may have been removed or stored anew. */
export const insertOnBase = statement<RowDraft & Address & Predecessors, StoredKey>(
  `${insertInto} SELECT p.thread, CAST($checkpointId AS TEXT), 0, p.ordinal, b.ordinal, ${drafted}
   FROM checkpoints p, checkpoints b, checkpoint_threads t
   WHERE p.ordinal = $parent AND p.checkpoint_id = $parentId
     AND b.ordinal = $base AND b.checkpoint_id = $baseId AND b.revision = $baseRevision AND b.thread = p.thread
     AND t.ordinal = p.thread AND t.thread_id = $threadId AND t.ns = $ns
   ON CONFLICT (thread, checkpoint_id) DO NOTHING RETURNING ordinal, revision`,
);

type LoneRow = RowDraft & { thread: number; parent: number | null };

export const insertAlone = statement<LoneRow, StoredKey>(
  `${insertInto}
   VALUES (CAST($thread AS BIGINT), CAST($checkpointId AS TEXT), 0, CAST($parent AS BIGINT), NULL, ${drafted})
   ON CONFLICT (thread, checkpoint_id) DO NOTHING RETURNING ordinal, revision`,
);
export const storeAnew = statement<LoneRow, StoredKey>(
  `UPDATE checkpoints SET revision = revision + 1, parent = CASE WHEN $parent = ordinal THEN NULL ELSE $parent END,
     base = NULL, step = $step, source = $source, created_at = $createdAt, extra_json = $extra, data = $data
   WHERE thread = $thread AND checkpoint_id = $checkpointId RETURNING ordinal, revision`,
);

export const findOrdinal = statement<{ thread: number; checkpointId: string }, { ordinal: number }>(
  'SELECT ordinal FROM checkpoints WHERE thread = $thread AND checkpoint_id = $checkpointId',
);
export const buildingOn = statement<{ thread: number; ordinal: number }, { ordinal: number }>(
  'SELECT ordinal FROM checkpoints WHERE thread = $thread AND base = $ordinal',
);
export const makeAlone = statement<{ ordinal: number; data: Uint8Array }>(
  'UPDATE checkpoints SET data = $data, base = NULL WHERE ordinal = $ordinal',
);
// The checkpoints and writes of the threads go with them.
export const deleteThreads = statement<{ threadId: string }>(
  'DELETE FROM checkpoint_threads WHERE thread_id = $threadId',
);

/** For statements that begin `SELECT ${rowColumns} ${fromRows}`. */
export const rowColumns = `c.ordinal, c.revision, c.thread, t.thread_id, t.ns, c.checkpoint_id, p.checkpoint_id AS parent_id,
  c.step, c.source, c.created_at, c.extra_json`;
export const fromRows = `FROM checkpoint_threads t JOIN checkpoints c ON c.thread = t.ordinal
  LEFT JOIN checkpoints p ON p.ordinal = c.parent`;

export const latestRow = statement<Address, CheckpointRow>(
  `SELECT ${rowColumns} ${fromRows} WHERE t.thread_id = $threadId AND t.ns = $ns ORDER BY c.ordinal DESC LIMIT 1`,
);
export const namedRow = statement<Address & { checkpointId: string }, CheckpointRow>(
  `SELECT ${rowColumns} ${fromRows} WHERE t.thread_id = $threadId AND t.ns = $ns AND c.checkpoint_id = $checkpointId`,
);

export type ChainRow = {
  ordinal: number;
  checkpoint_id: string;
  revision: number;
  parent: number | null;
  base: number | null;
  data: Uint8Array;
};

const chained = 'ordinal, checkpoint_id, revision, parent, base, data';

/** The rows that one is made of, in the order of their making. */
export const chainTo = statement<{ ordinal: number }, ChainRow>(
  `SELECT ${chained} FROM (
     WITH RECURSIVE chain AS (
       SELECT ${chained} FROM checkpoints WHERE ordinal = $ordinal
       UNION ALL
       SELECT b.ordinal, b.checkpoint_id, b.revision, b.parent, b.base, b.data
       FROM chain JOIN checkpoints b ON b.ordinal = chain.base
     ) SELECT ${chained} FROM chain
   ) AS rows_of_chain ORDER BY ordinal`,
);
