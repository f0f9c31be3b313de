import type { CheckpointThread, CheckpointWrite, NewCheckpointWrite } from '@cadence-agents/contracts';
import { decodeStrict, encodeStrict } from '@cadence-agents/contracts';
import type { Queries } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { exactId } from '../../exact-text.ts';
import { bytesOf, textOf } from '../../stored-bytes.ts';
import { ensureThread } from './checkpoint-statements.ts';

type WriteRow = {
  checkpointId: string;
  taskId: string;
  idx: number;
  channel: string;
  data: Uint8Array;
};
type WrittenRow = { task_id: string; channel_json: string; data: Uint8Array };

const insert = `INSERT INTO checkpoint_writes (thread, checkpoint_id, task_id, idx, channel_json, data)
  VALUES ($thread, $checkpointId, $taskId, $idx, $channel, $data)
  ON CONFLICT (thread, checkpoint_id, task_id, idx)`;
const keepFirst = statement<WriteRow & { thread: number }>(`${insert} DO NOTHING`);
const keepLast = statement<WriteRow & { thread: number }>(
  `${insert} DO UPDATE SET channel_json = excluded.channel_json, data = excluded.data`,
);
const ofCheckpoint = statement<{ threadId: string; ns: string; checkpointId: string }, WrittenRow>(
  `SELECT task_id, channel_json, data FROM checkpoint_writes
   WHERE thread = (SELECT ordinal FROM checkpoint_threads WHERE thread_id = $threadId AND ns = $ns)
     AND checkpoint_id = $checkpointId ORDER BY ordinal`,
);

/** Writes as rows; refuses what cannot be kept before anything is written. */
export function writeRows(checkpointId: string, writes: readonly NewCheckpointWrite[]): WriteRow[] {
  return writes.map(({ taskId, index, channel, value }) => ({
    checkpointId,
    taskId: exactId(taskId, 'the id of a task'),
    idx: index,
    channel: encodeStrict(channel, 'the channel of a write'),
    data: bytesOf(encodeStrict(value, channel)),
  }));
}

export async function storeWrites(
  queries: Queries,
  thread: CheckpointThread,
  rows: readonly WriteRow[],
): Promise<void> {
  const ordinal = (await queries.first(ensureThread, { ...thread }))?.ordinal ?? 0;
  for (const row of rows) {
    await queries.run(row.idx < 0 ? keepLast : keepFirst, { ...row, thread: ordinal });
  }
}

/** In the order in which they were made. */
export async function readWrites(
  queries: Queries,
  thread: CheckpointThread,
  checkpointId: string,
): Promise<CheckpointWrite[]> {
  const rows = await queries.all(ofCheckpoint, { ...thread, checkpointId });
  return rows.map((row) => ({
    taskId: row.task_id,
    channel: decodeStrict<string>(row.channel_json),
    value: decodeStrict(textOf(row.data)),
  }));
}
