import { CadenceError, langGraphEndpoints, type Message, messageSchema } from '@cadence/contracts';
import { conversationState, writeState } from '@cadence/storage/checkpoints';
import type { FastifyInstance } from 'fastify';
import { asMessages } from '../../app/client-messages.ts';
import type { Cadence } from '../../cadence.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';
import { findConversation } from '../native/conversations.ts';
import { readLangChain } from './langchain-messages.ts';
import { checkpointOf } from './step-state.ts';
import type { ThreadStates } from './thread-states.ts';

/** The states of a thread: read, gone through, added to. */
export function addStateRoutes(app: FastifyInstance, context: ApiContext, states: ThreadStates): void {
  const { cadence } = context;

  implement(app, langGraphEndpoints.langGraphThreadState, async ({ params }, { principal }) => {
    const { id, tenantId } = await findConversation(context, principal, params.thread_id);
    return states.latest({ tenantId, threadId: id });
  });
  implement(app, langGraphEndpoints.langGraphThreadStateAt, async ({ params }, { principal }) => {
    const { id, tenantId } = await findConversation(context, principal, params.thread_id);
    return states.at({ tenantId, threadId: id }, params.checkpoint_id);
  });
  implement(app, langGraphEndpoints.langGraphThreadStateOf, async ({ params, body }, { principal }) => {
    const { id, tenantId } = await findConversation(context, principal, params.thread_id);
    const { checkpoint_id } = body.checkpoint;
    const place = { tenantId, threadId: id };
    return checkpoint_id ? states.at(place, checkpoint_id) : states.latest(place);
  });
  implement(app, langGraphEndpoints.langGraphHistory, async ({ params, body }, { principal }) => {
    const { id, tenantId } = await findConversation(context, principal, params.thread_id);
    const place = { tenantId, threadId: id };
    const { checkpoint_id } = body.checkpoint ?? {};
    if (checkpoint_id) return [await states.at(place, checkpoint_id)];
    return states.history(place, body.limit ?? 10, idIn(body.before));
  });
  implement(app, langGraphEndpoints.langGraphUpdateState, async ({ params, body }, { principal }) => {
    const { id } = await findConversation(context, principal, params.thread_id);
    if (body.checkpoint || body.checkpoint_id) {
      throw new CadenceError(
        'INPUT_INVALID',
        'A thread is added to where it is, not at an earlier checkpoint.',
        {
          hint: 'Leave the checkpoint out; POST /api/v1/runs/:id/fork makes a new conversation from an earlier step.',
        },
      );
    }
    const added = asMessages(readLangChain(body.values, 'body.values'), `${id}:${Date.now()}`);
    const checkpointId = await addMessages(cadence, id, added);
    return { checkpoint: checkpointOf(id, checkpointId) };
  });
}

/** Adds to a thread that is at rest; a message whose id is there takes the place of that one. */
export function addMessages(
  { database }: Pick<Cadence, 'database'>,
  conversationId: string,
  added: readonly Message[],
): Promise<string> {
  return database.write(
    async (queries) => {
      const state = await conversationState(queries, conversationId);
      const byId = new Map(
        messageSchema
          .array()
          .parse(state?.values.messages ?? [])
          .map((message) => [message.id, message]),
      );
      for (const message of added) byId.set(message.id, message);
      return writeState(queries, { conversationId, values: { messages: [...byId.values()] } });
    },
    { durable: true },
  );
}

type Before = string | { configurable?: unknown; checkpoint_id?: unknown } | null | undefined;

function idIn(before: Before): string | undefined {
  if (typeof before === 'string') return before;
  const { configurable } = before ?? {};
  const holder = typeof configurable === 'object' && configurable !== null ? configurable : before;
  const id = holder && 'checkpoint_id' in holder ? holder.checkpoint_id : undefined;
  return typeof id === 'string' ? id : undefined;
}
