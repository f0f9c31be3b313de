import type { Store } from '@cadence-agents/contracts';
import { type Conversations, type ConversationsSetup, startConversations } from '@cadence-agents/engine';
import { openStore, type StoreOptions } from '@cadence-agents/storage';

export interface StoredConversations extends Conversations {
  store: Store;
}

export interface StoredSetup extends Omit<ConversationsSetup, 'store'> {
  /** What is open already, or where it is. It is closed with the conversations. */
  storage: Store | StoreOptions;
}

/** Joins the engine and the storage: conversations that outlive the process. */
export async function openConversations({ storage, ...setup }: StoredSetup): Promise<StoredConversations> {
  const store = 'runs' in storage ? storage : await openStore(storage);
  const conversations = startConversations({ ...setup, store });
  return {
    ...conversations,
    store: { ...store, events: conversations.events },
    async close(timeoutMs) {
      await conversations.close(timeoutMs);
      await store.close();
    },
  };
}
