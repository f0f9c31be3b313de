import type { ConversationRecord, JsonObject, Message, Owner } from '@cadence/contracts';
import { latestCheckpoint, writeState } from '@cadence/storage';
import type { Cadence } from './cadence.ts';

interface Beginning {
  id: string;
  title?: string;
  metadata?: JsonObject;
  /** What was said elsewhere before. */
  messages: readonly Message[];
}

/** A conversation that begins with messages; one that has begun already is left as it is. */
export async function beginConversation(
  { store, database }: Pick<Cadence, 'store' | 'database'>,
  owner: Owner,
  { id, title, metadata, messages }: Beginning,
): Promise<ConversationRecord> {
  const conversation = await store.conversations.create({
    ...owner,
    id,
    ...(title !== undefined && { title }),
    ...(metadata && { metadata }),
  });
  if (messages.length === 0 || (await latestCheckpoint(database, id))) return conversation;
  await database.write((queries) => writeState(queries, { conversationId: id, values: { messages } }), {
    durable: true,
  });
  return conversation;
}
