import type { Lease, RunEvent } from '@cadence/contracts';
import type { RunnableConfig } from '@langchain/core/runnables';

/**
 * What the engine passes as `configurable.cadence_commit` so that a step, the events up to it and the check of the lease
 * are one transaction. It also says that the caller never changes a value once it is in the state.
 */
export interface RunCommit {
  lease: Lease;
  runId: string;
  /**
   * Calls `store` once with the events that are not stored yet, in order. They count as stored when it resolves, and as
   * not stored when it rejects.
   */
  /** Whether anything has happened that the run's record does not say already; steps before that are not stored by themselves. */
  hasBegun?(): boolean;
  commitWith<T>(store: (events: readonly RunEvent[]) => Promise<T>): Promise<T>;
}

export function commitOf(config: RunnableConfig): RunCommit | undefined {
  return config.configurable?.cadence_commit;
}
