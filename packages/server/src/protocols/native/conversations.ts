import { randomUUID } from 'node:crypto';
import { CadenceError, endpoints, type Message, messageSchema } from '@cadence/contracts';
import { conversationState } from '@cadence/storage/checkpoints';
import type { FastifyInstance } from 'fastify';
import { mayRead, ownerOf, type Principal } from '../../app/access/principal.ts';
import { page } from '../../app/page.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';

export function addConversationRoutes(app: FastifyInstance, context: ApiContext): void {
  const { cadence } = context;
  const { conversations } = cadence.store;

  implement(app, endpoints.createConversation, async ({ body }, { principal }) => {
    const { id = randomUUID(), title, metadata } = body;
    const conversation = await conversations.create({
      ...ownerOf(principal),
      id,
      ...(title !== undefined && { title }),
      ...(metadata && { metadata }),
    });
    if (!mayRead(principal, conversation)) throw noConversation(id);
    return conversation;
  });
  implement(app, endpoints.listConversations, ({ query }, { principal }) =>
    page(query, (asked) => conversations.list(principal.tenantId, { ...asked, ...ownRows(principal) })),
  );
  implement(app, endpoints.getConversation, ({ params }, { principal }) =>
    findConversation(context, principal, params.id),
  );
  implement(app, endpoints.updateConversation, async ({ params, body }, { principal }) => {
    await findConversation(context, principal, params.id);
    const { title, metadata } = body;
    const changes = { ...(title !== undefined && { title }), ...(metadata && { metadata }) };
    const changed = await conversations.update(principal.tenantId, params.id, changes);
    if (!changed) throw noConversation(params.id);
    return changed;
  });
  implement(app, endpoints.deleteConversation, async ({ params }, { principal }) => {
    await findConversation(context, principal, params.id);
    await conversations.delete(principal.tenantId, params.id);
  });
  implement(app, endpoints.listMessages, async ({ params }, { principal }) => {
    await findConversation(context, principal, params.id);
    return { items: await messagesOf(context, params.id) };
  });
}

/** A conversation that the principal may see. */
export async function findConversation({ cadence }: ApiContext, principal: Principal, id: string) {
  const found = await cadence.store.conversations.get(principal.tenantId, id);
  if (found && mayRead(principal, found)) return found;
  throw noConversation(id);
}

/** What the listing is narrowed to for a key that belongs to one user. */
export function ownRows({ userId }: Principal): { ownerId?: string } {
  return userId === null ? {} : { ownerId: userId };
}

async function messagesOf({ cadence }: ApiContext, id: string): Promise<Message[]> {
  const state = await conversationState(cadence.database, id);
  return messageSchema.array().parse(state?.values.messages ?? []);
}

function noConversation(id: string): CadenceError {
  return new CadenceError('CONVERSATION_NOT_FOUND', `There is no conversation "${id}".`, {
    hint: 'Look at the list of conversations.',
  });
}
