import { statement } from '../database/statement.ts';
import type { CheckpointColumns, CheckpointRow } from './checkpoint-row.ts';

export type RowDraft = CheckpointColumns & { runId: string | null; node: string | null; data: Uint8Array };
/** Where a row is; the `ordinal` of what a row builds on is less than its own. */
export type StoredKey = { ordinal: number; thread: number };

type Address = { threadId: string; ns: string };

// An update that changes nothing, because only a row that was touched is returned.
export const ensureThread = statement<Address, { ordinal: number }>(
  `INSERT INTO checkpoint_threads (thread_id, ns) VALUES ($threadId, $ns)
   ON CONFLICT (thread_id, ns) DO UPDATE SET ns = excluded.ns RETURNING ordinal`,
);

// A row number takes a tenth of the room that the run's id does.
const written = `(SELECT ordinal FROM runs WHERE id = $runId), CAST($node AS TEXT), CAST($step AS INTEGER), CAST($source AS TEXT),
  CAST($createdAt AS BIGINT), CAST($extra AS TEXT), CAST($data AS BYTES)`;
const insertInto = `INSERT INTO checkpoints (thread, checkpoint_id, parent, base, run, node, step, source, created_at,
  extra_json, data)`;

/** Only where parent and base are still what they were: they may have been removed, or replaced by other rows. */
export const insertOnBase = statement<
  RowDraft & { parent: number; parentId: string; base: number; baseId: string },
  StoredKey
>(
  `${insertInto} SELECT p.thread, CAST($checkpointId AS TEXT), p.ordinal, b.ordinal, ${written}
   FROM checkpoints p, checkpoints b
   WHERE p.ordinal = $parent AND p.checkpoint_id = $parentId AND b.ordinal = $base AND b.checkpoint_id = $baseId
   ON CONFLICT (thread, checkpoint_id) DO NOTHING RETURNING ordinal, thread`,
);
export const insertAlone = statement<RowDraft & { thread: number; parent: number | null }, StoredKey>(
  `${insertInto} VALUES (CAST($thread AS BIGINT), CAST($checkpointId AS TEXT), CAST($parent AS BIGINT), NULL, ${written})
   ON CONFLICT (thread, checkpoint_id) DO NOTHING RETURNING ordinal, thread`,
);

export const findOrdinal = statement<{ thread: number; checkpointId: string }, { ordinal: number }>(
  'SELECT ordinal FROM checkpoints WHERE thread = $thread AND checkpoint_id = $checkpointId',
);
export const buildingOn = statement<StoredKey, { ordinal: number }>(
  'SELECT ordinal FROM checkpoints WHERE thread = $thread AND base = $ordinal',
);
export const makeAlone = statement<{ ordinal: number; data: Uint8Array }>(
  'UPDATE checkpoints SET data = $data, base = NULL WHERE ordinal = $ordinal',
);
export const giveOtherId = statement<{ ordinal: number; checkpointId: string }>(
  'UPDATE checkpoints SET checkpoint_id = $checkpointId WHERE ordinal = $ordinal',
);
export const giveOtherParent = statement<{ thread: number; parent: number; newParent: number | null }>(
  'UPDATE checkpoints SET parent = $newParent WHERE thread = $thread AND parent = $parent',
);
export const deleteRow = statement<{ ordinal: number }>('DELETE FROM checkpoints WHERE ordinal = $ordinal');

/** For statements that begin `SELECT ${rowColumns} ${fromRows}`. */
export const rowColumns = `c.ordinal, c.thread, t.thread_id, t.ns, c.checkpoint_id, p.checkpoint_id AS parent_id, r.id AS run_id, c.node,
  c.step, c.source, c.created_at, c.extra_json`;
export const fromRows = `FROM checkpoint_threads t JOIN checkpoints c ON c.thread = t.ordinal
  LEFT JOIN checkpoints p ON p.ordinal = c.parent LEFT JOIN runs r ON r.ordinal = c.run`;

export const latestRow = statement<Address, CheckpointRow>(
  `SELECT ${rowColumns} ${fromRows} WHERE t.thread_id = $threadId AND t.ns = $ns ORDER BY c.checkpoint_id DESC LIMIT 1`,
);
export const namedRow = statement<Address & { checkpointId: string }, CheckpointRow>(
  `SELECT ${rowColumns} ${fromRows} WHERE t.thread_id = $threadId AND t.ns = $ns AND c.checkpoint_id = $checkpointId`,
);

export type ChainRow = {
  ordinal: number;
  checkpoint_id: string;
  parent: number | null;
  base: number | null;
  data: Uint8Array;
};

/** The rows that one is made of, in the order of their making. */
export const chainTo = statement<{ ordinal: number }, ChainRow>(
  `SELECT ordinal, checkpoint_id, parent, base, data FROM (
     WITH RECURSIVE chain AS (
       SELECT ordinal, checkpoint_id, parent, base, data FROM checkpoints WHERE ordinal = $ordinal
       UNION ALL
       SELECT b.ordinal, b.checkpoint_id, b.parent, b.base, b.data
       FROM chain JOIN checkpoints b ON b.ordinal = chain.base
     ) SELECT ordinal, checkpoint_id, parent, base, data FROM chain
   ) AS rows_of_chain ORDER BY ordinal`,
);
