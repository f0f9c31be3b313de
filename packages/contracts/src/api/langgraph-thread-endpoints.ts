// Threads of LangGraph's Agent Server: conversations.
import { z } from 'zod';
import { endpoint, jsonRecord, noContent, pathIdSchema } from './endpoint.ts';
import { langGraphCommon as common, offsetFields, threadSchema } from './langgraph-schemas.ts';

const threadParams = z.strictObject({ thread_id: pathIdSchema });

export const langGraphThreadEndpoints = {
  langGraphCreateThread: endpoint({
    ...common,
    method: 'POST',
    path: '/threads',
    summary: 'Begin a thread',
    action: 'conversation.create',
    body: z.looseObject({
      thread_id: pathIdSchema.nullish(),
      metadata: jsonRecord.nullish(),
      if_exists: z.enum(['raise', 'do_nothing']).nullish(),
      supersteps: z
        .array(z.looseObject({ updates: z.array(z.looseObject({ values: z.unknown().optional() })) }))
        .max(1_000)
        .nullish(),
    }),
    status: 200,
    reply: threadSchema,
    startsWork: 'other',
    errors: ['CONVERSATION_NOT_FOUND', 'CONVERSATION_EXISTS', 'VALUE_NOT_STORABLE'],
  }),
  langGraphSearchThreads: endpoint({
    ...common,
    method: 'POST',
    path: '/threads/search',
    summary: 'Threads, newest first',
    action: 'conversation.read',
    body: z.looseObject({
      ...offsetFields,
      ids: z.array(z.string()).max(1_000).nullish(),
      metadata: jsonRecord.nullish(),
      status: z.enum(['idle', 'busy', 'interrupted', 'error']).nullish(),
    }),
    status: 200,
    reply: z.array(threadSchema),
    errors: [],
  }),
  langGraphGetThread: endpoint({
    ...common,
    method: 'GET',
    path: '/threads/:thread_id',
    summary: 'One thread',
    action: 'conversation.read',
    params: threadParams,
    status: 200,
    reply: threadSchema,
    errors: ['CONVERSATION_NOT_FOUND'],
  }),
  langGraphUpdateThread: endpoint({
    ...common,
    method: 'PATCH',
    path: '/threads/:thread_id',
    summary: "Add to a thread's metadata",
    action: 'conversation.update',
    params: threadParams,
    body: z.looseObject({ metadata: jsonRecord.nullish() }),
    status: 200,
    reply: threadSchema,
    errors: ['CONVERSATION_NOT_FOUND', 'VALUE_NOT_STORABLE'],
  }),
  langGraphDeleteThread: endpoint({
    ...common,
    method: 'DELETE',
    path: '/threads/:thread_id',
    summary: 'Remove a thread with its runs and states',
    action: 'conversation.delete',
    params: threadParams,
    status: 204,
    reply: noContent,
    errors: ['CONVERSATION_NOT_FOUND'],
  }),
};
