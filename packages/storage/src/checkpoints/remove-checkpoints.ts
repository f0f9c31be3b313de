import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { CheckpointRemoval } from '../runs/checkpoint-removal.ts';
import { deleteRow } from './checkpoint-statements.ts';
import { detach } from './store-checkpoint.ts';

type RunParams = { threadId: string; runId: string };

// The threads' checkpoints and writes go with them.
const deleteThreads = statement<{ threadId: string }>(
  'DELETE FROM checkpoint_threads WHERE thread_id = $threadId',
);
const rowsOfRun = statement<RunParams, { ordinal: number; thread: number; checkpoint_id: string }>(
  `SELECT c.ordinal, c.thread, c.checkpoint_id FROM checkpoint_threads t JOIN checkpoints c ON c.thread = t.ordinal
   WHERE t.thread_id = $threadId AND c.run = (SELECT ordinal FROM runs WHERE id = $runId) ORDER BY c.ordinal DESC`,
);
const deleteWrites = statement<{ thread: number; checkpointId: string }>(
  'DELETE FROM checkpoint_writes WHERE thread = $thread AND checkpoint_id = $checkpointId',
);

/** Removes all checkpoints of a conversation, inside the caller's transaction. */
export async function removeThread(queries: Queries, conversationId: string): Promise<void> {
  await queries.run(deleteThreads, { threadId: conversationId });
}

/** Removes what a run stored, inside the caller's transaction: the conversation is as it was before the run. */
export async function removeCheckpoints(
  queries: Queries,
  conversationId: string,
  runId: string,
): Promise<void> {
  // Newest first, so that only what others have built on the run is left to be detached from it.
  for (const row of await queries.all(rowsOfRun, { threadId: conversationId, runId })) {
    const { ordinal, thread, checkpoint_id: checkpointId } = row;
    await detach(queries, thread, ordinal);
    await queries.run(deleteWrites, { thread, checkpointId });
    await queries.run(deleteRow, { ordinal });
  }
}

/** For `createStore`. */
export const checkpointRemoval: CheckpointRemoval = {
  ofRun: removeCheckpoints,
  ofConversation: removeThread,
};
