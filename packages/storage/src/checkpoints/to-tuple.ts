import {
  type Checkpoint,
  type CheckpointPendingWrite,
  type CheckpointTuple,
  maxChannelVersion,
  TASKS,
} from '@langchain/langgraph-checkpoint';
import type { Queries } from '../database/database.ts';
import { type CheckpointRow, contentOf, type RowContent } from './checkpoint-row.ts';
import type { CheckpointState } from './checkpoint-state.ts';
import { readWrites } from './pending-writes.ts';
import { fromStored } from './stored-value.ts';
import type { ThreadAddress } from './thread-address.ts';

/** Formats before this one kept what was sent to nodes among the writes of the checkpoint before. */
const sendsInValues = 4;

/** A row as LangGraph wants it. With `copy` nothing in it is shared with the state. */
export async function toTuple(
  queries: Queries,
  row: CheckpointRow,
  state: CheckpointState,
  copy: boolean,
): Promise<CheckpointTuple> {
  const content = contentOf(row);
  const pendingWrites = await readWrites(queries, row.thread, row.checkpoint_id);
  const checkpoint = checkpointOf(row.checkpoint_id, content, state, copy);
  if (content.v < sendsInValues && content.parentId !== undefined) {
    addSends(checkpoint, await readWrites(queries, row.thread, content.parentId));
  }
  const address = { threadId: row.thread_id, ns: row.ns };
  return {
    config: configOf(address, row.checkpoint_id),
    checkpoint,
    metadata: content.metadata,
    pendingWrites,
    ...(content.parentId === undefined ? {} : { parentConfig: configOf(address, content.parentId) }),
  };
}

export function configOf({ threadId, ns }: ThreadAddress, checkpointId: string) {
  return { configurable: { thread_id: threadId, checkpoint_ns: ns, checkpoint_id: checkpointId } };
}

/** The state's values as whoever stored them had them. */
export function valuesOf(state: CheckpointState, copy: boolean): Record<string, unknown> {
  const shares = state.plain && !copy;
  return Object.fromEntries(
    [...state.values].map(([channel, stored]) => [channel, shares ? stored : fromStored(stored, copy)]),
  );
}

function checkpointOf(id: string, { v, ts }: RowContent, state: CheckpointState, copy: boolean): Checkpoint {
  return {
    v,
    id,
    ts,
    channel_values: valuesOf(state, copy),
    channel_versions: Object.fromEntries(state.versions),
    versions_seen: Object.fromEntries(
      [...state.seen].map(([node, versions]) => [node, Object.fromEntries(versions)]),
    ),
  };
}

function addSends(checkpoint: Checkpoint, writes: readonly CheckpointPendingWrite[]): void {
  const sends = writes.filter(([, channel]) => channel === TASKS).map(([, , value]) => value);
  const versions = Object.values(checkpoint.channel_versions);
  checkpoint.channel_values[TASKS] = sends;
  checkpoint.channel_versions[TASKS] = versions.length > 0 ? maxChannelVersion(...versions) : 1;
}
