export { CadenceSaver, type SaverOptions } from './checkpoints/cadence-saver.ts';
export {
  type CheckpointSummary,
  type ConversationState,
  checkpointsOf,
  conversationState,
  latestCheckpoint,
} from './checkpoints/conversation-checkpoints.ts';
export { type ConversationFork, forkConversation } from './checkpoints/fork-conversation.ts';
export type { RunCommit } from './checkpoints/run-commit.ts';
export { type StateChange, writeState } from './checkpoints/write-state.ts';
export type { Database, Queries, SqlRow, SqlValue, Statement, WriteOptions } from './database/database.ts';
export { statement } from './database/statement.ts';
export { type OpenedStore, openStore, type StoreOptions } from './open-store.ts';
export { removeRun } from './runs/remove-run.ts';
export { decodeStrict, encodeStrict } from './strict-json.ts';
