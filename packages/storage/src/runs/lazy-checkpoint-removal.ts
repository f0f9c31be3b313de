import type { CheckpointRemoval } from './checkpoint-removal.ts';

// Loaded when first needed, because the checkpointer brings LangChain's classes with it.
const load = async () => (await import('../checkpoints/remove-checkpoints.ts')).checkpointRemoval;

export const lazyCheckpointRemoval: CheckpointRemoval = {
  ready: load,
  ofRun: async (queries, conversationId, runId) => (await load()).ofRun(queries, conversationId, runId),
  ofConversation: async (queries, conversationId) => (await load()).ofConversation(queries, conversationId),
};
