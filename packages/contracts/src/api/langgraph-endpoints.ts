// What Cadence understands of the API of LangGraph's Agent Server: enough for its own client. An assistant is a
// workflow, a thread a conversation.
import { z } from 'zod';
import { endpoint, jsonRecord, noContent, pathIdSchema } from './endpoint.ts';
import { langGraphCronEndpoints } from './langgraph-cron-endpoints.ts';
import { langGraphRunEndpoints } from './langgraph-run-endpoints.ts';
import {
  assistantSchema,
  langGraphCommon as common,
  offsetFields,
  threadSchema,
  threadStateSchema,
} from './langgraph-schemas.ts';
import { langGraphStoreEndpoints } from './langgraph-store-endpoints.ts';

const assistantParams = z.strictObject({ assistant_id: pathIdSchema });
const threadParams = z.strictObject({ thread_id: pathIdSchema });

const assistantEndpoints = {
  langGraphOk: endpoint({
    ...common,
    method: 'GET',
    path: '/ok',
    summary: 'Whether the server answers',
    action: 'public',
    status: 200,
    reply: z.object({ ok: z.literal(true) }),
    errors: [],
  }),
  langGraphInfo: endpoint({
    ...common,
    method: 'GET',
    path: '/info',
    summary: 'What the server can do',
    action: 'catalogue.read',
    status: 200,
    reply: z.object({ version: z.string(), context: z.string(), flags: z.record(z.string(), z.boolean()) }),
    errors: [],
  }),
  langGraphSearchAssistants: endpoint({
    ...common,
    method: 'POST',
    path: '/assistants/search',
    summary: 'Workflows as assistants',
    action: 'workflow.read',
    body: z.looseObject({
      ...offsetFields,
      graph_id: z.string().nullish(),
      name: z.string().nullish(),
    }),
    status: 200,
    reply: z.array(assistantSchema),
    errors: [],
  }),
  langGraphGetAssistant: endpoint({
    ...common,
    method: 'GET',
    path: '/assistants/:assistant_id',
    summary: 'One workflow as an assistant',
    action: 'workflow.read',
    params: assistantParams,
    status: 200,
    reply: assistantSchema,
    errors: ['WORKFLOW_NOT_FOUND'],
  }),
  langGraphAssistantGraph: endpoint({
    ...common,
    method: 'GET',
    path: '/assistants/:assistant_id/graph',
    summary: 'The nodes and edges of a workflow',
    action: 'workflow.read',
    params: assistantParams,
    status: 200,
    reply: z.object({
      nodes: z.array(z.object({ id: z.string(), type: z.string(), data: z.unknown() })),
      edges: z.array(
        z.object({
          source: z.string(),
          target: z.string(),
          data: z.string().optional(),
          conditional: z.boolean().optional(),
        }),
      ),
    }),
    errors: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_INVALID'],
  }),
  langGraphAssistantSchemas: endpoint({
    ...common,
    method: 'GET',
    path: '/assistants/:assistant_id/schemas',
    summary: 'What a run takes and gives',
    action: 'workflow.read',
    params: assistantParams,
    status: 200,
    reply: z.looseObject({ graph_id: z.string() }),
    errors: ['WORKFLOW_NOT_FOUND'],
  }),
};

const threadEndpoints = {
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

const checkpointSchema = z.looseObject({ checkpoint_id: z.string().nullish() });

const stateEndpoints = {
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
    description: 'A message with the id of one that is there takes its place. The thread must be at rest.',
    action: 'conversation.change',
    params: threadParams,
    body: z.looseObject({
      values: z.unknown().optional(),
      checkpoint: z.unknown().optional(),
      checkpoint_id: z.unknown().optional(),
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

export const langGraphEndpoints = {
  ...assistantEndpoints,
  ...threadEndpoints,
  ...stateEndpoints,
  ...langGraphRunEndpoints,
  ...langGraphCronEndpoints,
  ...langGraphStoreEndpoints,
};
