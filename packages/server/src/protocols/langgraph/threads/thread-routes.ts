import { randomUUID } from 'node:crypto';
import { CadenceError, langGraphEndpoints } from '@cadence-agents/contracts';
import type { FastifyInstance } from 'fastify';
import { asMessages } from '../../../app/client-messages.ts';
import {
  copyConversation,
  createConversation,
  deleteConversation,
  findConversation,
  lookUpConversation,
  updateConversation,
} from '../../../app/conversations.ts';
import { keepFiles } from '../../../app/given-files.ts';
import type { ApiContext } from '../../../http/api-context.ts';
import { implement } from '../../../http/implement.ts';
import { readLangChain } from '../states/langchain-messages.ts';
import type { ThreadStates } from '../states/thread-states.ts';
import { extractPath } from './extract-path.ts';
import { threadSearch } from './search-threads.ts';
import { threadViews } from './thread-view.ts';

/** Conversations as threads. */
export function addThreadRoutes(
  app: FastifyInstance,
  { app: context }: ApiContext,
  states: ThreadStates,
): void {
  const views = threadViews(context, states);

  implement(app, langGraphEndpoints.langGraphCreateThread, async ({ body }, { principal }) => {
    const { thread_id, metadata, if_exists, supersteps } = body;
    const id = thread_id ?? randomUUID();
    const known = thread_id ? await lookUpConversation(context, principal, id) : undefined;
    // Somebody else's is reported as taken too, which tells no more than that the id cannot be used.
    if (known === 'foreign' || (known && if_exists !== 'do_nothing')) throw threadExists(id);
    if (known) return views.whole(known);
    const updates = (supersteps ?? []).flatMap((step) => step.updates);
    const said = updates.flatMap(({ values }) => readLangChain(values, 'body.supersteps'));
    const messages = asMessages(await keepFiles(context, principal, said), id);
    return views.whole(
      await createConversation(context, principal, { id, messages, metadata: metadata ?? undefined }),
    );
  });
  implement(app, langGraphEndpoints.langGraphGetThread, async ({ params }, { principal }) =>
    views.whole(await findConversation(context, principal, params.thread_id)),
  );
  implement(app, langGraphEndpoints.langGraphUpdateThread, async ({ params, body }, { principal }) => {
    const { id, metadata } = await findConversation(context, principal, params.thread_id);
    const changes = { metadata: { ...metadata, ...body.metadata } };
    return views.whole(await updateConversation(context, principal, id, changes));
  });
  implement(app, langGraphEndpoints.langGraphDeleteThread, ({ params }, { principal }) =>
    deleteConversation(context, principal, params.thread_id),
  );
  implement(app, langGraphEndpoints.langGraphCopyThread, async ({ params }, { principal }) =>
    views.whole(await copyConversation(context, principal, params.thread_id)),
  );
}

/** What is done with many threads at once. */
export function addThreadSearchRoutes(
  app: FastifyInstance,
  { app: context }: ApiContext,
  states: ThreadStates,
): void {
  const views = threadViews(context, states);
  const threads = threadSearch(context, states);

  implement(app, langGraphEndpoints.langGraphSearchThreads, async ({ body }, { principal }) => {
    const { select, extract } = body;
    const found = await threads.search(principal, body);
    return Promise.all(
      found.map(async (row) => {
        const thread = select && !extract ? await views.fields(row, select) : await views.whole(row);
        if (!extract) return thread;
        const paths = Object.entries(extract);
        const extracted = Object.fromEntries(paths.map(([name, path]) => [name, extractPath(thread, path)]));
        return { ...(select ? await views.fields(row, select) : thread), extracted };
      }),
    );
  });
  implement(app, langGraphEndpoints.langGraphCountThreads, ({ body }, { principal }) =>
    threads.count(principal, body),
  );
  implement(app, langGraphEndpoints.langGraphPruneThreads, async ({ body }, { principal }) => {
    let pruned_count = 0;
    for (const id of new Set(body.thread_ids)) {
      const known = await lookUpConversation(context, principal, id);
      if (known === undefined || known === 'foreign') continue;
      await deleteConversation(context, principal, id);
      pruned_count++;
    }
    return { pruned_count };
  });
}

function threadExists(id: string): CadenceError {
  return new CadenceError('CONVERSATION_EXISTS', `The thread id "${id}" is taken.`, {
    hint: 'Choose another one, or send if_exists "do_nothing" to go on with your own.',
  });
}
