import type { CheckpointThread } from '@cadence/contracts';
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
  readonly #limits: CacheLimits;
  readonly #entries = new Map<string, { size: number; checkpoint: RowWithAnchor }>();
  #size = 0;

  constructor(limits: CacheLimits) {
    this.#limits = limits;
  }

  get(thread: CheckpointThread, checkpointId: string): RowWithAnchor | undefined {
    const key = entryKey(thread, checkpointId);
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.checkpoint;
  }

  /** In place of the one it follows, which shares most of its content and is not needed as often. */
  set(thread: CheckpointThread, checkpoint: RowWithAnchor, follows?: string): void {
    if (follows !== undefined) this.#delete(entryKey(thread, follows));
    const key = entryKey(thread, checkpoint.checkpointId);
    this.#delete(key);
    const size = checkpoint.state.readCost;
    this.#entries.set(key, { size, checkpoint });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#limits.size && this.#entries.size <= this.#limits.entries) break;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }
}

const entryKey = ({ threadId, ns }: CheckpointThread, checkpointId: string) =>
  `${threadId}\0${ns}\0${checkpointId}`;
