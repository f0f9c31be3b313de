import { z } from 'zod';
import { onBusySchema } from './conversation-endpoints.ts';
import { endpoint, integerQuery, jsonRecord, noContent, pathIdSchema } from './endpoint.ts';
import { langGraphCommon as common, runSchema, valuesSchema } from './langgraph-schemas.ts';

const streamModeSchema = z.enum([
  'values',
  'updates',
  'messages',
  'messages-tuple',
  'events',
  'custom',
  'debug',
  'tasks',
  'checkpoints',
  'tools',
]);
export type LangGraphStreamMode = z.infer<typeof streamModeSchema>;

const streamModesSchema = z
  .union([streamModeSchema, z.array(streamModeSchema)], {
    error: `must be one or more of: ${streamModeSchema.options.join(', ')}`,
  })
  .transform((given) => (typeof given === 'string' ? [given] : given));

/** Fields that ask for something that is not done here must be empty rather than passed over. */
const absent = (why: string) =>
  z.union([z.null(), z.array(z.unknown()).max(0)], { error: `is not taken: ${why}` }).optional();

const newRunSchema = z
  .looseObject({
    /** A workflow's id. */
    assistant_id: pathIdSchema,
    /** `{messages: […]}` in LangChain's form; the last one of a person is answered. */
    input: z.unknown().optional(),
    /** `{resume: …}` answers the question that the thread waits with. */
    command: z.looseObject({ resume: z.unknown().optional(), update: z.null().optional() }).nullish(),
    /** `configurable.tone` and `configurable.model` are understood. */
    config: z.looseObject({ configurable: jsonRecord.nullish() }).nullish(),
    context: z.unknown().optional(),
    metadata: jsonRecord.nullish(),
    stream_mode: streamModesSchema.nullish(),
    multitask_strategy: onBusySchema.nullish(),
    on_disconnect: z.enum(['cancel', 'continue']).nullish(),
    if_not_exists: z.enum(['create', 'reject']).nullish(),
    checkpoint: absent('a thread goes on from where it is; fork a run to go back'),
    checkpoint_id: absent('a thread goes on from where it is; fork a run to go back'),
    interrupt_before: absent('put a HUMAN_HANDOFF node into the workflow'),
    interrupt_after: absent('put a HUMAN_HANDOFF node into the workflow'),
    webhook: absent('follow the run instead'),
    after_seconds: absent('start the run when it is due'),
  })
  .meta({ id: 'LangGraphNewRun' });
export type LangGraphNewRun = z.infer<typeof newRunSchema>;

const threadParams = z.strictObject({ thread_id: pathIdSchema });
const runParams = threadParams.extend({ run_id: pathIdSchema });
const flag = z
  .enum(['0', '1', 'true', 'false'])
  .transform((value) => value === '1' || value === 'true')
  .optional();

/** In LangGraph's own form; the name of the event says which mode shows it. */
const frameSchema = z.unknown().meta({ id: 'LangGraphFrame' });

const starts = {
  ...common,
  method: 'POST',
  action: 'message.send',
  body: newRunSchema,
  status: 200,
  startsWork: 'run',
  errors: [
    'CONVERSATION_NOT_FOUND',
    'WORKFLOW_NOT_FOUND',
    'WORKFLOW_INVALID',
    'CONVERSATION_BUSY',
    'RUN_NOT_RESUMABLE',
    'HANDOFF_NOT_WAITING',
    'PLUGIN_AWAY',
    'VALUE_NOT_STORABLE',
  ],
} as const;

export const langGraphRunEndpoints = {
  langGraphCreateRun: endpoint({
    ...starts,
    path: '/threads/:thread_id/runs',
    summary: 'Start a run and go on',
    params: threadParams,
    reply: runSchema,
  }),
  langGraphStreamRun: endpoint({
    ...starts,
    path: '/threads/:thread_id/runs/stream',
    summary: 'Start a run and stream it',
    description:
      'Each frame has an id; after a lost connection `GET` the address in `Location` with `Last-Event-ID`. Leaving stops the run only with `on_disconnect: "cancel"`.',
    params: threadParams,
    reply: z.string(),
    stream: 'always',
    events: frameSchema,
  }),
  langGraphWaitRun: endpoint({
    ...starts,
    path: '/threads/:thread_id/runs/wait',
    summary: 'Start a run and wait for its end',
    params: threadParams,
    reply: valuesSchema,
  }),
  langGraphCreateStatelessRun: endpoint({
    ...starts,
    path: '/runs',
    summary: 'Start a run on a thread of its own',
    reply: runSchema,
  }),
  langGraphStreamStatelessRun: endpoint({
    ...starts,
    path: '/runs/stream',
    summary: 'Stream a run on a thread of its own',
    reply: z.string(),
    stream: 'always',
    events: frameSchema,
  }),
  langGraphWaitStatelessRun: endpoint({
    ...starts,
    path: '/runs/wait',
    summary: 'Wait for a run on a thread of its own',
    reply: valuesSchema,
  }),
  langGraphListRuns: endpoint({
    ...common,
    method: 'GET',
    path: '/threads/:thread_id/runs',
    summary: 'The runs of a thread, newest first',
    action: 'run.read',
    params: threadParams,
    query: z.looseObject({
      limit: z.coerce.number().int().min(1).max(1_000).default(10),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      status: z.enum(['pending', 'running', 'success', 'error', 'timeout', 'interrupted']).optional(),
    }),
    status: 200,
    reply: z.array(runSchema),
    errors: ['CONVERSATION_NOT_FOUND'],
  }),
  langGraphGetRun: endpoint({
    ...common,
    method: 'GET',
    path: '/threads/:thread_id/runs/:run_id',
    summary: 'One run',
    action: 'run.read',
    params: runParams,
    status: 200,
    reply: runSchema,
    errors: ['RUN_NOT_FOUND'],
  }),
  langGraphDeleteRun: endpoint({
    ...common,
    method: 'DELETE',
    path: '/threads/:thread_id/runs/:run_id',
    summary: 'Remove the record of a run that has ended; what was said stays',
    action: 'run.delete',
    params: runParams,
    status: 204,
    reply: noContent,
    errors: ['RUN_NOT_FOUND', 'CONVERSATION_BUSY'],
  }),
  langGraphJoinRun: endpoint({
    ...common,
    method: 'GET',
    path: '/threads/:thread_id/runs/:run_id/join',
    summary: 'Wait for the end of a run',
    action: 'run.read',
    params: runParams,
    query: z.looseObject({ cancel_on_disconnect: flag }),
    status: 200,
    reply: valuesSchema,
    errors: ['RUN_NOT_FOUND'],
  }),
  langGraphJoinStream: endpoint({
    ...common,
    method: 'GET',
    path: '/threads/:thread_id/runs/:run_id/stream',
    summary: 'Stream a run from its beginning, or from the frame after `Last-Event-ID`',
    action: 'run.read',
    params: runParams,
    query: z.looseObject({
      stream_mode: streamModesSchema.optional(),
      cancel_on_disconnect: flag,
      /** The last event of the run that is not wanted. */
      after: integerQuery(0).optional(),
    }),
    status: 200,
    reply: z.string(),
    stream: 'always',
    events: frameSchema,
    errors: ['RUN_NOT_FOUND'],
  }),
  langGraphCancelRun: endpoint({
    ...common,
    method: 'POST',
    path: '/threads/:thread_id/runs/:run_id/cancel',
    summary: 'Stop a run',
    action: 'run.cancel',
    params: runParams,
    query: z.looseObject({
      wait: flag,
      action: z
        .literal('interrupt', 'must be "interrupt"; a new run with multitask_strategy "rollback" undoes one')
        .optional(),
    }),
    status: 204,
    reply: noContent,
    errors: ['RUN_NOT_FOUND'],
  }),
};
