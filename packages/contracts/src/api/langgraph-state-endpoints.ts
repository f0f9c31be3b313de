// The states of a thread, step by step.
import { z } from 'zod';
import { endpoint, jsonRecord, pathIdSchema } from './endpoint.ts';
import { langGraphCommon as common, threadStateSchema } from './langgraph-schemas.ts';

const threadParams = z.strictObject({ thread_id: pathIdSchema });

const checkpointSchema = z.looseObject({ checkpoint_id: z.string().nullish() });

export const langGraphStateEndpoints = {
  langGraphThreadState: endpoint({
    ...common,
    method: 'GET',
    path: '/threads/:thread_id/state',
    summary: 'The state of a thread',
    action: 'conversation.read',
    params: threadParams,
    status: 200,
    reply: threadStateSchema,
    errors: ['CONVERSATION_NOT_FOUND'],
  }),
  langGraphThreadStateAt: endpoint({
    ...common,
    method: 'GET',
    path: '/threads/:thread_id/state/:checkpoint_id',
    summary: 'The state of a thread after a step',
    action: 'conversation.read',
    params: threadParams.extend({ checkpoint_id: pathIdSchema }),
    status: 200,
    reply: threadStateSchema,
    errors: ['CONVERSATION_NOT_FOUND', 'NOT_FOUND'],
  }),
  langGraphThreadStateOf: endpoint({
    ...common,
    method: 'POST',
    path: '/threads/:thread_id/state/checkpoint',
    summary: 'The state of a thread at a checkpoint',
    action: 'conversation.read',
    params: threadParams,
    body: z.looseObject({ checkpoint: checkpointSchema }),
    status: 200,
    reply: threadStateSchema,
    errors: ['CONVERSATION_NOT_FOUND', 'NOT_FOUND'],
  }),
  langGraphUpdateState: endpoint({
    ...common,
    method: 'POST',
    path: '/threads/:thread_id/state',
    summary: 'Add messages to a thread',
    description:
      'A message with the id of one that is there takes its place. A removal (`{type: "remove", id}`) takes one out. The thread must be at rest, or wait for a person.',
    action: 'conversation.change',
    params: threadParams,
    body: z.looseObject({
      values: z.unknown().optional(),
      /** A step of the thread to go on from; what came after it stays in the history. */
      checkpoint: checkpointSchema.nullish(),
      checkpoint_id: z.string().nullish(),
    }),
    status: 200,
    reply: z.object({ checkpoint: z.unknown() }),
    errors: ['CONVERSATION_NOT_FOUND', 'CONVERSATION_BUSY', 'VALUE_NOT_STORABLE'],
  }),
  langGraphHistory: endpoint({
    ...common,
    method: 'POST',
    path: '/threads/:thread_id/history',
    summary: 'The states of a thread, newest first',
    action: 'conversation.read',
    params: threadParams,
    body: z.looseObject({
      limit: z.number().int().min(1).max(1_000).nullish(),
      before: z
        .union([z.string(), z.looseObject({ configurable: checkpointSchema }), checkpointSchema])
        .nullish(),
      checkpoint: checkpointSchema.nullish(),
      metadata: jsonRecord.nullish(),
    }),
    status: 200,
    reply: z.array(threadStateSchema),
    errors: ['CONVERSATION_NOT_FOUND'],
  }),
};
