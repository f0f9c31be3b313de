import type { RunRecord, Store } from '@cadence/contracts';
import {
  type Checkpointer,
  type Conversations,
  type ConversationsSetup,
  type RunState,
  startConversations,
  type Workflow,
} from '@cadence/engine';
import { type OpenedStore, openStore, type StoreOptions } from '@cadence/storage';
import { CadenceSaver, conversationState } from '@cadence/storage/checkpoints';

export interface StoredConversations extends Conversations {
  store: Store;
  database: OpenedStore['database'];
}

export interface StoredSetup extends Omit<ConversationsSetup, 'store' | 'readState' | 'workflowFor'> {
  storage: StoreOptions;
  /** The workflow of a run, compiled with the checkpointer. */
  workflowFor: (run: RunRecord, checkpointer: Checkpointer) => Promise<Workflow>;
}

/** Joins the engine and the storage: conversations that outlive the process. */
export async function openConversations({
  storage,
  workflowFor,
  ...setup
}: StoredSetup): Promise<StoredConversations> {
  const { store, database } = await openStore(storage);
  const saver = new CadenceSaver(database);
  const conversations = startConversations({
    ...setup,
    store,
    workflowFor: (run) => workflowFor(run, saver),
    readState: async (conversationId) => {
      const state = await conversationState(database, conversationId);
      return state?.values as unknown as RunState | undefined;
    },
  });
  return {
    ...conversations,
    store,
    database,
    async close(patienceMs) {
      await conversations.close(patienceMs);
      await store.close();
    },
  };
}
