import type { StagedWrite } from '@cadence/contracts';
import type { RunnableConfig } from '@langchain/core/runnables';

/**
 * What the engine passes as `configurable.cadence_commit` so that a step is stored in one transaction with the events up
 * to it, under the lease of its run. It also says that the caller never changes a value once it is in the state.
 */
export interface RunCommit {
  /** Whether anything has happened that the run's record does not say already; steps before that are not stored by themselves. */
  hasBegun?(): boolean;
  /** Has it stored with the run's next commit, after what was staged before; resolves when the run may go on. */
  stage(write: StagedWrite): Promise<void>;
}

export function commitOf(config: RunnableConfig): RunCommit | undefined {
  return config.configurable?.cadence_commit;
}
