import type { Message } from '@cadence/contracts';
import { silentLog, type Workflow } from '@cadence/engine';
import { openConversations } from '@cadence/server';
import { statement } from '@cadence/storage';
import { checkpointsOf, conversationState } from '@cadence/storage/checkpoints';
import { compileCoordinator, type ToolKind } from './coordinator.ts';
import { scriptOf } from './script.ts';

export interface StoredCoordinator {
  /** Carries out that turn of the conversation; throws when it does not end as scripted. */
  turn(conversationId: string, turn: number): Promise<void>;
  /** The messages of the conversation as they are stored. */
  messages(conversationId: string): Promise<Message[]>;
  /** How many steps of the conversation are stored; nodes may share one. */
  steps(conversationId: string): Promise<number>;
  close(): Promise<void>;
}

/** The coordinator on SQLite in the folder: every step, event, tool call and receipt stored. */
export async function openStoredCoordinator(
  dataDir: string,
  kind: ToolKind,
  { foldLog = true } = {},
): Promise<StoredCoordinator> {
  let workflow: Promise<Workflow> | undefined;
  const conversations = await openConversations({
    storage: { dataDir },
    log: silentLog,
    workflowFor: (_, checkpointer) => {
      workflow ??= compileCoordinator(kind, checkpointer);
      return workflow;
    },
  });
  const { database } = conversations;
  if (!foldLog) await database.first(statement('PRAGMA wal_autocheckpoint = 0'), {});
  return {
    async turn(conversationId, turn) {
      const { question, answer } = scriptOf(turn);
      const { id } = await conversations.send({
        message: question,
        workflowId: 'coordinator',
        conversationId,
      });
      const run = await conversations.wait(id);
      // What the worker does after a run is part of the turn.
      await conversations.idle();
      if (run.answer !== answer) throw new Error(`Turn ${turn} ended ${run.status}: ${run.answer}`);
    },
    async messages(conversationId) {
      const state = await conversationState(database, conversationId);
      // The engine's own state: what it stored as messages are messages.
      return (state?.values.messages ?? []) as Message[];
    },
    steps: async (conversationId) => (await checkpointsOf(database, conversationId)).length,
    close: () => conversations.close(),
  };
}
