import type { Store } from '@cadence/contracts';
import { type Conversations, type ConversationsSetup, startConversations } from '@cadence/engine';
import { openStore, type StoreOptions } from '@cadence/storage';

export interface StoredConversations extends Conversations {
  store: Store;
}

export interface StoredSetup extends Omit<ConversationsSetup, 'store'> {
  storage: StoreOptions;
  /** Called before the first run begins. */
  onStoreOpen?: (() => void) | undefined;
}

/** Joins the engine and the storage: conversations that outlive the process. */
export async function openConversations({
  storage,
  onStoreOpen,
  ...setup
}: StoredSetup): Promise<StoredConversations> {
  const store = await openStore(storage);
  onStoreOpen?.();
  const conversations = startConversations({ ...setup, store });
  return {
    ...conversations,
    store,
    async close(timeoutMs) {
      await conversations.close(timeoutMs);
      await store.close();
    },
  };
}
