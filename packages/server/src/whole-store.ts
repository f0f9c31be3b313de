// The states of conversations, and the removal of runs, on the database.
import type { ConversationRecord, JsonObject, Message, Owner, Store } from '@cadence/contracts';
import { messageSchema } from '@cadence/contracts';
import { type OpenedStore, removeRun } from '@cadence/storage';
import {
  type CheckpointSummary,
  type ConversationState,
  checkpointsOf,
  conversationState,
  forkConversation,
  latestCheckpoint,
  writeState,
} from '@cadence/storage/checkpoints';

export type StepRecord = CheckpointSummary;

export interface StateRecord extends StepRecord {
  messages: Message[];
  turn: unknown;
}

interface Fork extends Owner {
  from: { conversationId: string; checkpointId?: string };
  conversationId: string;
  title?: string;
  messages?: readonly Message[];
}

interface Beginning extends Owner {
  id: string;
  title?: string;
  metadata?: JsonObject;
  messages: readonly Message[];
}

interface StateStore {
  latest(conversationId: string): Promise<StateRecord | undefined>;
  at(conversationId: string, checkpointId: string): Promise<StateRecord | undefined>;
  /** Oldest first. */
  list(conversationId: string, filter?: { runId?: string }): Promise<StepRecord[]>;
  fork(fork: Fork): Promise<StepRecord>;
  begin(conversation: Beginning): Promise<ConversationRecord>;
  update(conversationId: string, messages: readonly Message[]): Promise<StepRecord>;
}

export interface WholeStore extends Store {
  states: StateStore;
  runs: Store['runs'] & { remove(tenantId: string, conversationId: string, id: string): Promise<void> };
}

export function wholeStore({ store, database }: OpenedStore): WholeStore {
  const durable = { durable: true };
  const stepOf = async (conversationId: string, id: string): Promise<StepRecord> => {
    const found = (await checkpointsOf(database, conversationId)).find((step) => step.checkpointId === id);
    if (!found) throw new Error(`The step "${id}" was written and is gone.`);
    return found;
  };
  return {
    ...store,
    runs: {
      ...store.runs,
      remove: (tenantId, conversationId, id) =>
        database.write((queries) => removeRun(queries, { tenantId, conversationId, id }), durable),
    },
    states: {
      latest: async (id) => toRecord(await conversationState(database, id)),
      at: async (id, checkpointId) => toRecord(await conversationState(database, id, checkpointId)),
      list: (id, { runId } = {}) => checkpointsOf(database, id, runId),
      async fork({ from, conversationId, messages, title, tenantId, ownerId }) {
        const edits = messages ? { messages } : {};
        const forked = { ...from, newConversationId: conversationId, edits };
        const id = await database.write((queries) => forkConversation(queries, forked), durable);
        await store.conversations.create({
          tenantId,
          ownerId,
          id: conversationId,
          ...(title !== undefined && { title }),
        });
        return stepOf(conversationId, id);
      },
      async begin({ messages, ...conversation }) {
        const made = await store.conversations.create(conversation);
        if (messages.length === 0) return made;
        await database.write(async (queries) => {
          if (await latestCheckpoint(queries, made.id)) return;
          await writeState(queries, { conversationId: made.id, values: { messages } });
        }, durable);
        return made;
      },
      async update(conversationId, messages) {
        const id = await database.write(async (queries) => {
          const state = await conversationState(queries, conversationId);
          const byId = new Map((toRecord(state)?.messages ?? []).map((message) => [message.id, message]));
          for (const message of messages) byId.set(message.id, message);
          return writeState(queries, { conversationId, values: { messages: [...byId.values()] } });
        }, durable);
        return stepOf(conversationId, id);
      },
    },
  };
}

function toRecord<S extends ConversationState | undefined>(state: S): StateRecord | undefined {
  if (!state) return undefined;
  const { values, ...step } = state;
  return { ...step, messages: messageSchema.array().parse(values.messages ?? []), turn: values.turn ?? null };
}
