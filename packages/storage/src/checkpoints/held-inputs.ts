import type { Checkpoint, CheckpointMetadata } from '@langchain/langgraph-checkpoint';
import { addressKey, type ThreadAddress } from './thread-address.ts';

/** A checkpoint to be stored. */
export interface NewCheckpoint {
  address: ThreadAddress;
  checkpoint: Checkpoint;
  metadata: CheckpointMetadata;
  parentId: string | undefined;
  /** Channels that have new values. */
  written: ReadonlySet<string>;
}

/** Those of runs that broke off right at the start are never asked for. */
const mostHeld = 1_000;

/**
 * The engine's input checkpoints, which say only what the run's record says already. The first step is stored as if it
 * followed the checkpoint before; until then the input is here, in case writes turn up that refer to it.
 */
export class HeldInputs {
  readonly #inputs = new Map<string, NewCheckpoint>();

  hold(input: NewCheckpoint): void {
    const key = addressKey(input.address);
    this.#inputs.delete(key);
    this.#inputs.set(key, input);
    for (const oldest of this.#inputs.keys()) {
      if (this.#inputs.size <= mostHeld) break;
      this.#inputs.delete(oldest);
    }
  }

  get(address: ThreadAddress, checkpointId: string | undefined): NewCheckpoint | undefined {
    const input = this.#inputs.get(addressKey(address));
    return input?.checkpoint.id === checkpointId ? input : undefined;
  }

  release(address: ThreadAddress): void {
    this.#inputs.delete(addressKey(address));
  }
}
