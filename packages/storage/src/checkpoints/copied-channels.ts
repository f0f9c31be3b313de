import type { Checkpoint } from '@langchain/langgraph-checkpoint';
import type { Queries } from '../database/database.ts';
import type { CheckpointState } from './checkpoint-state.ts';
import { listRows } from './list-rows.ts';
import { readStates } from './read-states.ts';
import type { ThreadAddress } from './thread-address.ts';

const pageSize = 50;

/**
 * Channels that the checkpoint neither has from its parent nor declares as written, but whose version another
 * checkpoint of the thread holds. That is what a copy of a checkpoint beside the original looks like.
 */
export async function copiedChannels(
  queries: Queries,
  address: ThreadAddress,
  checkpoint: Checkpoint,
  parent: CheckpointState,
  written: ReadonlySet<string>,
): Promise<Set<string>> {
  const { channel_versions: versions, channel_values: values } = checkpoint;
  const open = new Set(
    Object.keys(versions).filter(
      (channel) =>
        !written.has(channel) &&
        Object.hasOwn(values, channel) &&
        parent.versions.get(channel) !== versions[channel],
    ),
  );
  const found = new Set<string>();
  if (open.size === 0) return found;
  for await (const rows of listRows(queries, { ...address }, pageSize)) {
    const states = await readStates(
      queries,
      rows.map(({ ordinal }) => ordinal),
    );
    for (const state of states.values()) {
      for (const channel of open) {
        const holds = state.values.has(channel) && state.versions.get(channel) === versions[channel];
        if (holds) found.add(channel);
      }
    }
    for (const channel of found) open.delete(channel);
    if (open.size === 0) break;
  }
  return found;
}
