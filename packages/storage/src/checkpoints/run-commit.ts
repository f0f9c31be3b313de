import type { Lease, RunEvent } from '@cadence/contracts';
import type { RunnableConfig } from '@langchain/core/runnables';

/**
 * What the engine passes as `configurable.cadence_commit` so that a step, the events up to it and the check of the lease
 * are one transaction. It also says that the caller never changes a value once it is in the state.
 */
export interface RunCommit {
  lease: Lease;
  runId: string;
  /** Calls with the events that are not stored yet, once those under way are; they count as stored when it resolves. */
  commitWith?<T>(store: (events: readonly RunEvent[]) => Promise<T>): Promise<T>;
  /** Events that are not stored yet, in order; they are the saver's until it gives them back. */
  takeEvents(): readonly RunEvent[];
  /** Called with what was taken when it could not be stored. */
  giveBack(events: readonly RunEvent[]): void;
}

export function commitOf(config: RunnableConfig): RunCommit | undefined {
  return config.configurable?.cadence_commit;
}
