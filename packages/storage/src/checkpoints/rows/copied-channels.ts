import type { CheckpointThread, NewCheckpoint } from '@cadence-agents/contracts';
import type { Queries } from '../../database/database.ts';
import type { CheckpointState } from '../delta/checkpoint-state.ts';
import { listRows } from './list-rows.ts';
import { readStates } from './read-states.ts';

const pageSize = 50;

/**
 * Channels that the checkpoint neither has from its parent nor declares as written, but whose version another
 * checkpoint of the thread holds. That is what a copy of a checkpoint beside the original looks like.
 */
export async function copiedChannels(
  queries: Queries,
  thread: CheckpointThread,
  { versions, values, written }: NewCheckpoint,
  parent: CheckpointState,
): Promise<Set<string>> {
  const open = new Set(
    versions
      .entries()
      .filter(([channel, version]) => parent.versions.get(channel) !== version)
      .map(([channel]) => channel)
      .filter((channel) => !written.has(channel) && values.has(channel)),
  );
  const found = new Set<string>();
  if (open.size === 0) return found;
  for await (const rows of listRows(queries, thread, pageSize)) {
    const states = await readStates(
      queries,
      rows.map(({ ordinal }) => ordinal),
    );
    for (const state of states.values()) {
      for (const channel of open) {
        const holds = state.values.has(channel) && state.versions.get(channel) === versions.get(channel);
        if (holds) found.add(channel);
      }
    }
    for (const channel of found) open.delete(channel);
    if (open.size === 0) break;
  }
  return found;
}
