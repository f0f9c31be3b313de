// The checkpointer and what is read of its checkpoints. Apart from the rest, because it brings LangChain with it.
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
