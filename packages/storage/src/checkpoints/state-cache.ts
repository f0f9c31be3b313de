import type { StoredCheckpoint } from './read-states.ts';
import { addressKey, type ThreadAddress } from './thread-address.ts';

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
  readonly #entries = new Map<string, { size: number; checkpoint: StoredCheckpoint }>();
  #size = 0;

  constructor(limits: CacheLimits) {
    this.#limits = limits;
  }

  get(address: ThreadAddress, checkpointId: string): StoredCheckpoint | undefined {
    const key = entryKey(address, checkpointId);
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.checkpoint;
  }

  /** In place of the one it follows, which shares most of its content and is not needed as often. */
  set(address: ThreadAddress, checkpoint: StoredCheckpoint, follows?: string): void {
    if (follows !== undefined) this.#delete(entryKey(address, follows));
    const key = entryKey(address, checkpoint.checkpointId);
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

const entryKey = (address: ThreadAddress, checkpointId: string) => `${addressKey(address)}\0${checkpointId}`;
