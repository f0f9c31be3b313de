import {
  type CheckpointPendingWrite,
  type PendingWrite,
  WRITES_IDX_MAP,
} from '@langchain/langgraph-checkpoint';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId } from '../exact-text.ts';
import { bytesOf, textOf } from '../stored-bytes.ts';
import { decodeStrict, encodeStrict } from '../strict-json.ts';
import { ensureThread } from './checkpoint-statements.ts';
import { serializer } from './serializer.ts';
import type { ThreadAddress } from './thread-address.ts';

type WriteRow = {
  checkpointId: string;
  taskId: string;
  idx: number;
  channel: string;
  data: Uint8Array;
};
type WrittenRow = { checkpoint_id: string; task_id: string; channel_json: string; data: Uint8Array };

const insert = `INSERT INTO checkpoint_writes (thread, checkpoint_id, task_id, idx, channel_json, data)
  VALUES ($thread, $checkpointId, $taskId, $idx, $channel, $data)
  ON CONFLICT (thread, checkpoint_id, task_id, idx)`;
const keepFirst = statement<WriteRow & { thread: number }>(`${insert} DO NOTHING`);
const keepLast = statement<WriteRow & { thread: number }>(
  `${insert} DO UPDATE SET channel_json = excluded.channel_json, data = excluded.data`,
);
const ofCheckpoint = statement<{ thread: number; checkpointId: string }, WrittenRow>(
  `SELECT checkpoint_id, task_id, channel_json, data FROM checkpoint_writes
   WHERE thread = $thread AND checkpoint_id = $checkpointId ORDER BY ordinal`,
);

/** A task's writes as rows; refuses what cannot be kept before anything is written. */
export function writeRows(checkpointId: string, taskId: string, writes: readonly PendingWrite[]): WriteRow[] {
  return writes.map(([channel, value], index) => ({
    checkpointId,
    taskId: exactId(taskId, 'the id of a task'),
    idx: (Object.hasOwn(WRITES_IDX_MAP, channel) ? WRITES_IDX_MAP[channel] : undefined) ?? index,
    channel: encodeStrict(channel, 'the channel of a write'),
    data: bytesOf(serializer.encode(value, channel)),
  }));
}

/** A task writes a channel once; what went wrong or was answered may be said anew. */
export async function storeWrites(
  queries: Queries,
  address: ThreadAddress,
  rows: readonly WriteRow[],
): Promise<void> {
  const thread = (await queries.first(ensureThread, { ...address }))?.ordinal ?? 0;
  for (const row of rows) await queries.run(row.idx < 0 ? keepLast : keepFirst, { ...row, thread });
}

/** In the order in which they were made. */
export async function readWrites(
  queries: Queries,
  thread: number,
  checkpointId: string,
): Promise<CheckpointPendingWrite[]> {
  const rows = await queries.all(ofCheckpoint, { thread, checkpointId });
  return rows.map((row) => [
    row.task_id,
    decodeStrict<string>(row.channel_json),
    serializer.decode(textOf(row.data)),
  ]);
}
