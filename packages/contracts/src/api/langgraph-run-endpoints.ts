import { z } from 'zod';
import { onBusySchema, webhookUrlSchema } from './conversation-endpoints.ts';
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

export const streamModesSchema = z
  .union([streamModeSchema, z.array(streamModeSchema)], {
    error: `must be one or more of: ${streamModeSchema.options.join(', ')}`,
  })
  .transform((given) => (typeof given === 'string' ? [given] : given));

const checkpointSchema = z.looseObject({ checkpoint_id: z.string().max(200).nullish() });
const pauseSchema = z.union([z.literal('*').transform(() => ['*']), z.array(z.string().max(200)).max(200)]);

export const langGraphNewRunSchema = z
  .looseObject({
    /** A workflow's id. */
    assistant_id: pathIdSchema,
    /** `{messages: […]}` in LangChain's form; the last one of a person is answered. Without it the thread goes on. */
    input: z.unknown().optional(),
    /** `{resume: …}` answers the question that the thread waits with, `{update}` adds messages, `{goto}` names a node. */
    command: z
      .looseObject({
        resume: z.unknown().optional(),
        update: z.unknown().optional(),
        goto: z
          .union([z.string().max(200), z.array(z.unknown()).max(0)], {
            error: 'must be the name of one node, or "__end__"',
          })
          .nullish(),
      })
      .nullish(),
    /** `configurable.tone`, `configurable.model` and `configurable.checkpoint_id` are understood. */
    config: z.looseObject({ configurable: jsonRecord.nullish() }).nullish(),
    context: z.unknown().optional(),
    metadata: jsonRecord.nullish(),
    stream_mode: streamModesSchema.nullish(),
    multitask_strategy: onBusySchema.nullish(),
    on_disconnect: z.enum(['cancel', 'continue']).nullish(),
    if_not_exists: z.enum(['create', 'reject']).nullish(),
    /** A step of the thread to go on from; what came after it stays in the history. */
    checkpoint: checkpointSchema.nullish(),
    checkpoint_id: z.string().max(200).nullish(),
    /** Names of nodes, or `*`, before or after which the run waits. */
    interrupt_before: pauseSchema.nullish(),
    interrupt_after: pauseSchema.nullish(),
    /** Told when the run ends, or waits for a person. */
    webhook: webhookUrlSchema.nullish(),
    /** How long the run is not begun. */
    after_seconds: z.number().min(0).max(31_536_000).nullish(),
  })
  .meta({ id: 'LangGraphNewRun' });
export type LangGraphNewRun = z.infer<typeof langGraphNewRunSchema>;

const threadParams = z.strictObject({ thread_id: pathIdSchema });
const runParams = threadParams.extend({ run_id: pathIdSchema });
const flag = z
  .enum(['0', '1', 'true', 'false'])
  .transform((value) => value === '1' || value === 'true')
  .optional();

/** In LangGraph's own form; the name of the event says which mode shows it. */
const frameSchema = z.unknown().meta({ id: 'LangGraphFrame' });
const cancelAction = z
  .literal('interrupt', 'must be "interrupt"; a new run with multitask_strategy "rollback" undoes one')
  .optional();
const joinQuery = z.looseObject({
  stream_mode: streamModesSchema.optional(),
  cancel_on_disconnect: flag,
  /** The last event of the run that is not wanted. */
  after: integerQuery(0).optional(),
});

const starts = {
  ...common,
  method: 'POST',
  action: 'message.send',
  body: langGraphNewRunSchema,
  status: 200,
  startsWork: 'run',
  errors: [
    'CONVERSATION_NOT_FOUND',
    'WORKFLOW_NOT_FOUND',
    'WORKFLOW_INVALID',
    'CONVERSATION_BUSY',
    'NOT_FOUND',
    'RUN_NOT_RESUMABLE',
    'HANDOFF_NOT_WAITING',
    'PLUGIN_AWAY',
    'VALUE_NOT_STORABLE',
  ],
} as const;

export const langGraphRunEndpoints = {
  langGraphCreateRun: endpoint({
    takesFiles: true,
    ...starts,
    path: '/threads/:thread_id/runs',
    summary: 'Start a run and go on',
    params: threadParams,
    reply: runSchema,
  }),
  langGraphStreamRun: endpoint({
    takesFiles: true,
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
    takesFiles: true,
    ...starts,
    path: '/threads/:thread_id/runs/wait',
    summary: 'Start a run and wait for its end',
    params: threadParams,
    reply: valuesSchema,
  }),
  langGraphCreateStatelessRun: endpoint({
    takesFiles: true,
    ...starts,
    path: '/runs',
    summary: 'Start a run on a thread of its own',
    reply: runSchema,
  }),
  langGraphStreamStatelessRun: endpoint({
    takesFiles: true,
    ...starts,
    path: '/runs/stream',
    summary: 'Stream a run on a thread of its own',
    reply: z.string(),
    stream: 'always',
    events: frameSchema,
  }),
  langGraphWaitStatelessRun: endpoint({
    takesFiles: true,
    ...starts,
    path: '/runs/wait',
    summary: 'Wait for a run on a thread of its own',
    reply: valuesSchema,
  }),
  langGraphBatchRuns: endpoint({
    ...starts,
    path: '/runs/batch',
    summary: 'Start several runs, each on a thread of its own',
    body: z.array(z.looseObject({ assistant_id: pathIdSchema })).max(100),
    reply: z.array(runSchema),
  }),
  langGraphCancelRuns: endpoint({
    ...common,
    method: 'POST',
    path: '/runs/cancel',
    summary: 'Stop several runs: those of a thread that are named, or all of a status',
    action: 'run.cancel',
    query: z.looseObject({ action: cancelAction }),
    body: z.looseObject({
      thread_id: pathIdSchema.nullish(),
      run_ids: z.array(pathIdSchema).max(1_000).nullish(),
      status: z.enum(['pending', 'running', 'all']).nullish(),
    }),
    status: 204,
    reply: noContent,
    errors: ['RUN_NOT_FOUND'],
  }),
  langGraphJoinStatelessStream: endpoint({
    ...common,
    method: 'GET',
    path: '/runs/:run_id/stream',
    summary: 'Stream a run, whatever its thread',
    action: 'run.read',
    params: z.strictObject({ run_id: pathIdSchema }),
    query: joinQuery,
    status: 200,
    reply: z.string(),
    stream: 'always',
    events: frameSchema,
    errors: ['RUN_NOT_FOUND'],
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
    query: joinQuery,
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
      action: cancelAction,
    }),
    status: 204,
    reply: noContent,
    errors: ['RUN_NOT_FOUND'],
  }),
};
