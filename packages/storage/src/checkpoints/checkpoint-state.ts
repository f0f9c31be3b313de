import type { ChannelVersions } from '@langchain/langgraph-checkpoint';

export type ChannelVersion = ChannelVersions[string];

/** A checkpoint's content with everything inherited from its ancestors. Never changed once made. */
export interface CheckpointState {
  /** Names of channels and nodes, in the order in which the rows since the last snapshot mention them. */
  names: readonly string[];
  versions: ReadonlyMap<string, ChannelVersion>;
  seen: ReadonlyMap<string, ReadonlyMap<string, ChannelVersion>>;
  /** In stored form. */
  values: ReadonlyMap<string, unknown>;
  /** About how many characters of JSON each value is; those not asked for yet are missing. */
  sizes: ReadonlyMap<string, number>;
  /** Whether all values are plain JSON, whose stored form is the value itself. */
  plain: boolean;
  /** What it costs to read this state from the database, in characters. */
  readCost: number;
}

export const emptyState: CheckpointState = {
  names: [],
  versions: new Map(),
  seen: new Map(),
  values: new Map(),
  sizes: new Map(),
  plain: true,
  readCost: 0,
};

export function sizeOf(state: CheckpointState, channel: string): number {
  if (!state.values.has(channel)) return 0;
  return state.sizes.get(channel) ?? jsonSize(state.values.get(channel));
}

/** Of a value in stored form. */
export const jsonSize = (stored: unknown): number => JSON.stringify(stored)?.length ?? 0;
