/**
 * A write of a run that waits for the run's next commit, and is stored in the same transaction. Made by the ledger and
 * the checkpointer; only the store they belong to can carry it out.
 */
export interface StagedWrite {
  readonly what: 'step' | 'tool result' | 'task writes';
}
