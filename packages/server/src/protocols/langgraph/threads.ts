import { randomUUID } from 'node:crypto';
import {
  CadenceError,
  type ConversationRecord,
  type JsonObject,
  type LangGraphThread,
  langGraphEndpoints,
  type RunRecord,
} from '@cadence/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app/app-context.ts';
import { asMessages } from '../../app/client-messages.ts';
import {
  createConversation,
  deleteConversation,
  findConversation,
  listConversations,
  lookUpConversation,
  updateConversation,
} from '../../app/conversations.ts';
import { runsIn } from '../../app/runs.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';
import { offsetPage } from './offset-page.ts';
import { readLangChain } from './states/langchain-messages.ts';
import type { ThreadStates } from './states/thread-states.ts';

/** Conversations as threads. */
export function addThreadRoutes(
  app: FastifyInstance,
  { app: context }: ApiContext,
  states: ThreadStates,
): void {
  const shown = (conversation: ConversationRecord) => toThread(context, states, conversation);

  implement(app, langGraphEndpoints.langGraphCreateThread, async ({ body }, { principal }) => {
    const { thread_id, metadata, if_exists, supersteps } = body;
    const id = thread_id ?? randomUUID();
    const known = thread_id ? await lookUpConversation(context, principal, id) : undefined;
    // Somebody else's is reported as taken too, which tells no more than that the id cannot be used.
    if (known === 'foreign' || (known && if_exists !== 'do_nothing')) throw threadExists(id);
    if (known) return shown(known);
    const updates = (supersteps ?? []).flatMap((step) => step.updates);
    const said = updates.flatMap(({ values }) => readLangChain(values, 'body.supersteps'));
    const messages = asMessages(said, id);
    return shown(
      await createConversation(context, principal, { id, messages, metadata: metadata ?? undefined }),
    );
  });
  implement(app, langGraphEndpoints.langGraphSearchThreads, async ({ body }, { principal }) => {
    const { limit, offset, ids, metadata, status } = body;
    const wanted = ids && new Set(ids);
    const asked = { ...(status && { status }), ...(wanted && { ids: [...wanted] }) };
    const found = await offsetPage((page) => listConversations(context, principal, { ...page, ...asked }), {
      limit: limit ?? 10,
      offset: offset ?? 0,
      keep: (row) => hasAll(row.metadata, metadata ?? {}),
    });
    return Promise.all(found.map(shown));
  });
  implement(app, langGraphEndpoints.langGraphGetThread, async ({ params }, { principal }) =>
    shown(await findConversation(context, principal, params.thread_id)),
  );
  implement(app, langGraphEndpoints.langGraphUpdateThread, async ({ params, body }, { principal }) => {
    const { id, metadata } = await findConversation(context, principal, params.thread_id);
    const changes = { metadata: { ...metadata, ...body.metadata } };
    return shown(await updateConversation(context, principal, id, changes));
  });
  implement(app, langGraphEndpoints.langGraphDeleteThread, ({ params }, { principal }) =>
    deleteConversation(context, principal, params.thread_id),
  );
}

async function toThread(
  context: Pick<AppContext, 'store'>,
  states: ThreadStates,
  conversation: ConversationRecord,
): Promise<LangGraphThread> {
  const { id, metadata, createdAt, updatedAt } = conversation;
  const runs = await runsIn(context, conversation, FEW);
  const { values, tasks, created_at } = await states.latest(conversation);
  const status = statusOf(runs);
  const asking = tasks.filter(({ interrupts }) => interrupts.length > 0);
  return {
    thread_id: id,
    created_at: createdAt,
    updated_at: updatedAt,
    state_updated_at: created_at ?? createdAt,
    metadata,
    status,
    config: {},
    values,
    interrupts: Object.fromEntries(asking.map((task) => [task.id, task.interrupts])),
    error: status === 'error' ? (runs[0]?.error?.message ?? null) : null,
  };
}

/** Runs that the status of a thread is taken from. */
const FEW = 20;

function statusOf(runs: readonly RunRecord[]): LangGraphThread['status'] {
  if (runs.some(({ status }) => status === 'awaiting_human')) return 'interrupted';
  if (runs.some(({ status }) => status === 'queued' || status === 'running')) return 'busy';
  return runs[0]?.status === 'failed' ? 'error' : 'idle';
}

export function hasAll(metadata: JsonObject, wanted: JsonObject): boolean {
  return Object.entries(wanted).every(
    ([key, value]) => Object.hasOwn(metadata, key) && JSON.stringify(metadata[key]) === JSON.stringify(value),
  );
}

function threadExists(id: string): CadenceError {
  return new CadenceError('CONVERSATION_EXISTS', `The thread id "${id}" is taken.`, {
    hint: 'Choose another one, or send if_exists "do_nothing" to go on with your own.',
  });
}
