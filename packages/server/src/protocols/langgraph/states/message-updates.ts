import { randomUUID } from 'node:crypto';
import type { MessageUpdate } from '@cadence/contracts';
import { z } from 'zod';
import type { AppContext } from '../../../app/app-context.ts';
import { asMessages } from '../../../app/client-messages.ts';
import { messagesIn, readMessage } from './langchain-messages.ts';

const removalSchema = z.looseObject({ type: z.literal('remove'), id: z.string() });

/** LangChain's id of a removal that takes out everything. */
const ALL = '__remove_all__';

/** Messages of an update in LangChain's form, removals among them. */
export async function readUpdates(
  { store }: Pick<AppContext, 'store'>,
  threadId: string,
  values: unknown,
  path: string,
): Promise<MessageUpdate[]> {
  const updates: MessageUpdate[] = [];
  for (const [index, given] of messagesIn(values, path).entries()) {
    const removal = removalSchema.safeParse(given).data;
    if (!removal) {
      const message = readMessage(given, `${path}.messages.${index}`);
      updates.push(...asMessages([message], randomUUID()));
    } else if (removal.id === ALL) {
      const said = (await store.states.latest(threadId))?.messages ?? [];
      updates.splice(0, updates.length, ...said.map(({ id }) => ({ id, role: 'remove' as const })));
    } else updates.push({ id: removal.id, role: 'remove' });
  }
  return updates;
}
