import { CadenceError, langGraphEndpoints } from '@cadence/contracts';
import type { FastifyInstance } from 'fastify';
import type { Principal } from '../../app/access/principal.ts';
import { asMessages } from '../../app/client-messages.ts';
import { addMessages, findConversation } from '../../app/conversations.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';
import { readLangChain } from './states/langchain-messages.ts';
import { checkpointOf } from './states/step-state.ts';
import type { ThreadStates } from './states/thread-states.ts';

/** The states of a thread: read, gone through, added to. */
export function addStateRoutes(
  app: FastifyInstance,
  { app: context }: ApiContext,
  states: ThreadStates,
): void {
  const threadOf = (principal: Principal, { thread_id }: { thread_id: string }) =>
    findConversation(context, principal, thread_id);

  implement(app, langGraphEndpoints.langGraphThreadState, async ({ params }, { principal }) => {
    return states.latest(await threadOf(principal, params));
  });
  implement(app, langGraphEndpoints.langGraphThreadStateAt, async ({ params }, { principal }) => {
    return states.at(await threadOf(principal, params), params.checkpoint_id);
  });
  implement(app, langGraphEndpoints.langGraphThreadStateOf, async ({ params, body }, { principal }) => {
    const thread = await threadOf(principal, params);
    const { checkpoint_id } = body.checkpoint;
    return checkpoint_id ? states.at(thread, checkpoint_id) : states.latest(thread);
  });
  implement(app, langGraphEndpoints.langGraphHistory, async ({ params, body }, { principal }) => {
    const thread = await threadOf(principal, params);
    const { checkpoint_id } = body.checkpoint ?? {};
    if (checkpoint_id) return [await states.at(thread, checkpoint_id)];
    return states.history(thread, body.limit ?? 10, idIn(body.before));
  });
  implement(app, langGraphEndpoints.langGraphUpdateState, async ({ params, body }, { principal }) => {
    const { id } = await threadOf(principal, params);
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
    const checkpointId = await addMessages(context, principal, id, added);
    return { checkpoint: checkpointOf(id, checkpointId) };
  });
}

type Before = string | { configurable?: unknown; checkpoint_id?: unknown } | null | undefined;

function idIn(before: Before): string | undefined {
  if (typeof before === 'string') return before;
  const { configurable } = before ?? {};
  const holder = typeof configurable === 'object' && configurable !== null ? configurable : before;
  const id = holder && 'checkpoint_id' in holder ? holder.checkpoint_id : undefined;
  return typeof id === 'string' ? id : undefined;
}
