import type { CheckpointStore, CheckpointWrite, StoredCheckpoint } from '@cadence-agents/contracts';
import type { RunnableConfig } from '@langchain/core/runnables';
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  maxChannelVersion,
  type PendingWrite,
  TASKS,
  WRITES_IDX_MAP,
} from '@langchain/langgraph-checkpoint';
import { strictSerde } from '../codec/serde.ts';
import { fromStored, toStored } from '../codec/stored-value.ts';
import {
  checkpointIdOf,
  configOf,
  namedThread,
  requiredCheckpointId,
  requiredThread,
  threadOf,
} from './saver-config.ts';

/** Formats before this one kept what was sent to nodes among the writes of the checkpoint before. */
const sendsInValues = 4;

/**
 * Keeps the checkpoints of your own LangGraph graphs in Cadence's database.
 *
 * @example
 * const graph = new StateGraph(MessagesAnnotation)
 *   .addNode('reply', reply)
 *   .addEdge(START, 'reply')
 *   .compile({ checkpointer: new CadenceSaver(store.checkpoints) });
 */
export class CadenceSaver extends BaseCheckpointSaver {
  readonly #store: CheckpointStore;

  constructor(store: CheckpointStore) {
    super(strictSerde);
    this.#store = store;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const thread = threadOf(config);
    const stored = thread && (await this.#store.get(thread, checkpointIdOf(config)));
    return stored && this.#tupleOf(stored);
  }

  override async *list(
    config: RunnableConfig,
    { limit, before, filter = {} }: CheckpointListOptions = {},
  ): AsyncGenerator<CheckpointTuple> {
    const found = this.#store.list({
      ...namedThread(config),
      checkpointId: checkpointIdOf(config),
      before: checkpointIdOf(before),
      metadata: storedFields(filter),
      limit,
    });
    for await (const stored of found) yield this.#tupleOf(stored);
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const thread = requiredThread(config);
    const { id, v, ts, channel_values: values, channel_versions: versions, versions_seen: seen } = checkpoint;
    await this.#store.put(thread, {
      id,
      v,
      ts,
      parentId: checkpointIdOf(config),
      metadata: storedFields(metadata),
      versions: new Map(Object.entries(versions)),
      seen: new Map(Object.entries(seen).map(([node, each]) => [node, new Map(Object.entries(each))])),
      written: new Set(Object.keys(newVersions)),
      values: {
        has: (channel) => Object.hasOwn(values, channel),
        get: (channel) => toStored(values[channel]),
      },
    });
    return configOf(thread, id);
  }

  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    const thread = requiredThread(config);
    const numbered = writes.map(([channel, value], index) => ({
      taskId,
      // What went wrong, was asked or answered may be said anew: LangGraph gives it a negative index.
      index: (Object.hasOwn(WRITES_IDX_MAP, channel) ? WRITES_IDX_MAP[channel] : undefined) ?? index,
      channel,
      value: toStored(value),
    }));
    await this.#store.putWrites(thread, requiredCheckpointId(config), numbered);
  }

  override async deleteThread(threadId: string): Promise<void> {
    await this.#store.remove(threadId);
  }

  async #tupleOf(stored: StoredCheckpoint): Promise<CheckpointTuple> {
    const { thread, id, parentId, v } = stored;
    const checkpoint = checkpointOf(stored);
    if (v < sendsInValues && parentId !== undefined) {
      addSends(checkpoint, await this.#store.writes(thread, parentId));
    }
    return {
      config: configOf(thread, id),
      checkpoint,
      metadata: metadataOf(stored),
      pendingWrites: stored.writes.map(({ taskId, channel, value }) => [taskId, channel, fromStored(value)]),
      ...(parentId === undefined ? {} : { parentConfig: configOf(thread, parentId) }),
    };
  }
}

const storedFields = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toStored(value)]));

function checkpointOf({ v, id, ts, values, versions, seen }: StoredCheckpoint): Checkpoint {
  return {
    v,
    id,
    ts,
    channel_values: Object.fromEntries(
      values.entries().map(([channel, value]) => [channel, fromStored(value)]),
    ),
    channel_versions: Object.fromEntries(versions),
    versions_seen: Object.fromEntries(
      seen.entries().map(([node, channels]) => [node, Object.fromEntries(channels)]),
    ),
  };
}

/** Whatever was stored as metadata is given back as such; the defaults are for a row that lost its own. */
function metadataOf({ metadata }: StoredCheckpoint): CheckpointMetadata {
  const fields = Object.entries(metadata).map(([name, value]) => [name, fromStored(value)]);
  return { source: 'update', step: 0, parents: {}, ...Object.fromEntries(fields) };
}

function addSends(checkpoint: Checkpoint, writes: readonly CheckpointWrite[]): void {
  const sends = writes.filter(({ channel }) => channel === TASKS).map(({ value }) => fromStored(value));
  const versions = Object.values(checkpoint.channel_versions);
  checkpoint.channel_values[TASKS] = sends;
  checkpoint.channel_versions[TASKS] = versions.length > 0 ? maxChannelVersion(...versions) : 1;
}
