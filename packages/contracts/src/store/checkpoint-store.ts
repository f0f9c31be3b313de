// The checkpoints of graphs that users write with LangGraph themselves. Conversations do not use them.

/** Where checkpoints are: a thread has a line of them for each of its namespaces. */
export interface CheckpointThread {
  threadId: string;
  ns: string;
}

export type ChannelVersion = string | number;

interface CheckpointFields {
  id: string;
  /** Missing for the first of a line. The parent itself need not be stored. */
  parentId?: string | undefined;
  /** The version of LangGraph's format. */
  v: number;
  ts: string;
  /** JSON. */
  metadata: Readonly<Record<string, unknown>>;
  versions: ReadonlyMap<string, ChannelVersion>;
  /** For each node, the versions of the channels that it has seen. */
  seen: ReadonlyMap<string, ReadonlyMap<string, ChannelVersion>>;
}

export interface NewCheckpoint extends CheckpointFields {
  /** The channels whose values are new. All others have the parent's. */
  written: ReadonlySet<string>;
  /** JSON; whatever else a value holds is refused. The store keeps these objects, so nobody may change them. */
  values: Pick<ReadonlyMap<string, unknown>, 'get' | 'has'>;
}

export interface StoredCheckpoint extends CheckpointFields {
  thread: CheckpointThread;
  /** JSON. Shared with the store, so nobody may change it. */
  values: ReadonlyMap<string, unknown>;
  /** In the order in which they were stored. */
  writes: readonly CheckpointWrite[];
}

/** What a task has written before the next checkpoint is there. */
export interface CheckpointWrite {
  taskId: string;
  channel: string;
  /** JSON. */
  value: unknown;
}

export interface NewCheckpointWrite extends CheckpointWrite {
  /** A task's second write with the same index is ignored; when the index is negative, it replaces the first. */
  index: number;
}

/** Which checkpoints are meant. What is missing does not matter. */
export interface CheckpointQuery {
  threadId?: string | undefined;
  ns?: string | undefined;
  checkpointId?: string | undefined;
  /** Only those whose id sorts before this one. */
  before?: string | undefined;
  /** Fields that the metadata has to have, with these values. */
  metadata?: Readonly<Record<string, unknown>>;
  limit?: number | undefined;
}

export interface CheckpointStore {
  /** By default the one that was stored last. */
  get(thread: CheckpointThread, checkpointId?: string): Promise<StoredCheckpoint | undefined>;
  /** Those that were stored last come first. */
  list(query: CheckpointQuery): AsyncIterable<StoredCheckpoint>;
  /** Stores a checkpoint, or replaces the one with the same id; those that follow it stay as they are. */
  put(thread: CheckpointThread, checkpoint: NewCheckpoint): Promise<void>;
  writes(thread: CheckpointThread, checkpointId: string): Promise<CheckpointWrite[]>;
  putWrites(
    thread: CheckpointThread,
    checkpointId: string,
    writes: readonly NewCheckpointWrite[],
  ): Promise<void>;
  /** Removes a thread with all of its namespaces. */
  remove(threadId: string): Promise<void>;
}
