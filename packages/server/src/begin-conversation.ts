import type { ConversationRecord, JsonObject, Message, Owner } from '@cadence/contracts';
import { latestCheckpoint, writeState } from '@cadence/storage/checkpoints';
import type { Cadence } from './cadence.ts';

interface Beginning {
  id: string;
  /** The message that is to be answered first, for the title. */
  question?: string;
  metadata?: JsonObject;
  /** What was said elsewhere before. */
  messages: readonly Message[];
}

/** A conversation that begins with messages; one that has begun already is left as it is. */
export async function beginConversation(
  { store, database }: Pick<Cadence, 'store' | 'database'>,
  owner: Owner,
  { id, question, metadata, messages }: Beginning,
): Promise<ConversationRecord> {
  const conversation = await store.conversations.create({
    ...owner,
    id,
    ...(question !== undefined && { title: titleOf(question) }),
    ...(metadata && { metadata }),
  });
  if (messages.length === 0) return conversation;
  await database.write(
    async (queries) => {
      if (await latestCheckpoint(queries, id)) return;
      await writeState(queries, { conversationId: id, values: { messages } });
    },
    { durable: true },
  );
  return conversation;
}

/** The first line, not too long, with no half character at its end. */
function titleOf(question: string): string {
  const [line = ''] = question.trim().slice(0, 80).split('\n', 1);
  return line.isWellFormed() ? line : line.slice(0, -1).toWellFormed();
}
