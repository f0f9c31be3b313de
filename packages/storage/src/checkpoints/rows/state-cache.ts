import { type CheckpointThread, LruCache } from '@cadence-agents/contracts';
import type { RowWithAnchor } from './read-states.ts';

interface CacheLimits {
  /** About as many characters of JSON. */
  size: number;
  entries: number;
}

/**
 * Checkpoints read or written last. A revision of a row never changes its meaning, so an entry is right as long as the
 * row has that revision, which those who build on it check in the database.
 */
export class StateCache {
  readonly #entries: LruCache<string, RowWithAnchor>;

  constructor({ size, entries }: CacheLimits) {
    this.#entries = new LruCache({
      maxEntries: entries,
      maxSize: size,
      sizeOf: ({ state }) => state.readCost,
    });
  }

  get(thread: CheckpointThread, checkpointId: string): RowWithAnchor | undefined {
    return this.#entries.get(entryKey(thread, checkpointId));
  }

  /** In place of the one it follows, which shares most of its content and is not needed as often. */
  set(thread: CheckpointThread, checkpoint: RowWithAnchor, follows?: string): void {
    if (follows !== undefined) this.#entries.delete(entryKey(thread, follows));
    this.#entries.set(entryKey(thread, checkpoint.checkpointId), checkpoint);
  }
}

const entryKey = ({ threadId, ns }: CheckpointThread, checkpointId: string) =>
  `${threadId}\0${ns}\0${checkpointId}`;
