import { langGraphEndpoints } from '@cadence-agents/contracts';
import type { FastifyInstance } from 'fastify';
import type { Principal } from '../../../app/access/principal.ts';
import { addMessages, findConversation, rewindConversation } from '../../../app/conversations.ts';
import type { ApiContext } from '../../../http/api-context.ts';
import { implement } from '../../../http/implement.ts';
import { readUpdates } from './message-updates.ts';
import { checkpointOf } from './step-state.ts';
import type { ThreadStates } from './thread-states.ts';

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
    const thread = await threadOf(principal, params);
    const { id } = thread;
    const place = await states.place(
      thread,
      body.checkpoint?.checkpoint_id ?? body.checkpoint_id ?? undefined,
    );
    if (!place.isHead) await rewindConversation(context, principal, id, place);
    const updates = await readUpdates(context, principal, thread, body.values, 'body.values');
    return { checkpoint: checkpointOf(id, await addMessages(context, principal, id, updates)) };
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
