import { randomUUID } from 'node:crypto';
import type { ConversationRecord, MessageUpdate } from '@cadence-agents/contracts';
import { z } from 'zod';
import type { Principal } from '../../../app/access/principal.ts';
import type { AppContext } from '../../../app/app-context.ts';
import { asMessages } from '../../../app/client-messages.ts';
import { latestState } from '../../../app/conversation-states.ts';
import { keepFiles } from '../../../app/given-files.ts';
import { messagesIn, readMessage } from './langchain-messages.ts';

const removalSchema = z.looseObject({ type: z.literal('remove'), id: z.string() });

/** LangChain's id of a removal that takes out everything. */
const ALL = '__remove_all__';

/** Messages of an update in LangChain's form, removals among them. */
export async function readUpdates(
  context: Pick<AppContext, 'store' | 'settings' | 'fetch'>,
  principal: Principal,
  thread: ConversationRecord,
  values: unknown,
  path: string,
): Promise<MessageUpdate[]> {
  const updates: MessageUpdate[] = [];
  for (const [index, given] of messagesIn(values, path).entries()) {
    const removal = removalSchema.safeParse(given).data;
    if (!removal) {
      const message = readMessage(given, `${path}.messages.${index}`);
      updates.push(...asMessages(await keepFiles(context, principal, [message]), randomUUID()));
    } else if (removal.id === ALL) {
      const said = (await latestState(context, thread))?.state.messages ?? [];
      updates.splice(0, updates.length, ...said.map(({ id }) => ({ id, role: 'remove' as const })));
    } else updates.push({ id: removal.id, role: 'remove' });
  }
  return updates;
}
