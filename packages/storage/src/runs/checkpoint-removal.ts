import type { Queries } from '../database/database.ts';

/** How checkpoints go when a run is undone or a conversation deleted; the checkpointer supplies it. */
export interface CheckpointRemoval {
  /** What has to be loaded first, before a transaction is open and others wait for its end. */
  ready?(): Promise<unknown>;
  ofRun(queries: Queries, conversationId: string, runId: string): Promise<void>;
  ofConversation(queries: Queries, conversationId: string): Promise<void>;
}
