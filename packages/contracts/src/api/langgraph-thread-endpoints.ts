// Threads of LangGraph's Agent Server: conversations.
import { z } from 'zod';
import { endpoint, jsonRecord, noContent, pathIdSchema } from './endpoint.ts';
import { langGraphCommon as common, offsetFields, threadSchema, valuesSchema } from './langgraph-schemas.ts';

const threadParams = z.strictObject({ thread_id: pathIdSchema });

const threadFilter = {
  metadata: jsonRecord.nullish(),
  /** What the values of the state have. */
  values: jsonRecord.nullish(),
  status: z.enum(['idle', 'busy', 'interrupted', 'error']).nullish(),
};

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
      ...threadFilter,
      ids: z.array(z.string()).max(1_000).nullish(),
      sort_by: z
        .enum(['thread_id', 'created_at', 'updated_at', 'state_updated_at'], {
          error: 'must be thread_id, created_at, updated_at or state_updated_at',
        })
        .nullish(),
      sort_order: z.enum(['asc', 'desc']).nullish(),
      /** The fields that are wanted; what is left out is not read either. */
      select: z.array(threadSchema.keyof()).nullish(),
      /** Values by names of one's own, each named by a path such as `values.messages[-1].content`. */
      extract: z.record(z.string().max(100), z.string().max(500)).nullish(),
    }),
    status: 200,
    reply: z.array(threadSchema.partial().extend({ extracted: valuesSchema.optional() })),
    errors: [],
  }),
  langGraphCountThreads: endpoint({
    ...common,
    method: 'POST',
    path: '/threads/count',
    summary: 'How many threads there are',
    action: 'conversation.read',
    body: z.looseObject(threadFilter),
    status: 200,
    reply: z.number().int(),
    errors: [],
  }),
  langGraphPruneThreads: endpoint({
    ...common,
    method: 'POST',
    path: '/threads/prune',
    summary: 'Remove several threads',
    action: 'conversation.delete',
    body: z.looseObject({
      thread_ids: z.array(pathIdSchema).max(1_000),
      strategy: z
        .literal('delete', 'must be "delete": the history of a thread is not cut; see CADENCE_RETENTION_DAYS')
        .nullish(),
    }),
    status: 200,
    reply: z.object({ pruned_count: z.number().int() }),
    errors: [],
  }),
  langGraphCopyThread: endpoint({
    ...common,
    method: 'POST',
    path: '/threads/:thread_id/copy',
    summary: 'A new thread with what was said in this one',
    action: 'conversation.create',
    params: threadParams,
    status: 200,
    reply: threadSchema,
    startsWork: 'other',
    errors: ['CONVERSATION_NOT_FOUND'],
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
