import type { CheckpointRemoval } from '../runs/checkpoint-removal.ts';

/** Remembers what was to be removed. */
export function recordingRemoval(): CheckpointRemoval & { runs: string[][]; conversations: string[] } {
  const runs: string[][] = [];
  const conversations: string[] = [];
  return {
    runs,
    conversations,
    ofRun: async (_, conversationId, runId) => void runs.push([conversationId, runId]),
    ofConversation: async (_, conversationId) => void conversations.push(conversationId),
  };
}
