import type { RunnableConfig } from '@langchain/core/runnables';
import {
  BaseCheckpointSaver,
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointTuple,
} from '@langchain/langgraph';

/** Keeps each thread's last checkpoint as the object it is: what a saver costs that stores nothing. */
export class ReferenceSaver extends BaseCheckpointSaver {
  readonly #last = new Map<string, CheckpointTuple>();

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    return this.#last.get(threadOf(config));
  }

  override async *list(): AsyncGenerator<CheckpointTuple> {}

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
  ): Promise<RunnableConfig> {
    const thread_id = threadOf(config);
    const stored = { configurable: { thread_id, checkpoint_ns: '', checkpoint_id: checkpoint.id } };
    this.#last.set(thread_id, { config: stored, checkpoint, metadata, pendingWrites: [] });
    return stored;
  }

  override async putWrites(): Promise<void> {}

  override async deleteThread(threadId: string): Promise<void> {
    this.#last.delete(threadId);
  }
}

const threadOf = (config: RunnableConfig) => String(config.configurable?.thread_id);
