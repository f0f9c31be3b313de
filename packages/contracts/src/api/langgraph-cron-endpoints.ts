// Crons of LangGraph's Agent Server: a cron is a schedule.
import { z } from 'zod';
import { onBusySchema, webhookUrlSchema } from './conversation-endpoints.ts';
import { endpoint, jsonRecord, noContent, pathIdSchema } from './endpoint.ts';
import { streamModesSchema } from './langgraph-run-endpoints.ts';
import { langGraphCommon as common, notTaken, offsetFields } from './langgraph-schemas.ts';

const cronSchema = z
  .object({
    cron_id: z.string(),
    assistant_id: z.string(),
    thread_id: z.string().nullable(),
    on_run_completed: z.literal('keep'),
    end_time: z.string().nullable(),
    schedule: z.string(),
    timezone: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    payload: jsonRecord,
    user_id: z.string(),
    next_run_date: z.string().nullable(),
    metadata: jsonRecord,
    enabled: z.boolean(),
  })
  .meta({ id: 'LangGraphCron' });
export type LangGraphCron = z.infer<typeof cronSchema>;

const times = {
  schedule: z.string().min(1).max(200),
  timezone: z.string().min(1).max(100).nullish(),
  end_time: z.iso.datetime({ offset: true }).nullish(),
  enabled: z.boolean().nullish(),
};
/** What is asked of every run, as far as it is done. */
const runFields = {
  metadata: jsonRecord.nullish(),
  on_run_completed: z
    .literal('keep', 'must be "keep": conversations are removed by hand, or by CADENCE_RETENTION_DAYS')
    .nullish(),
  interrupt_before: notTaken('put a HUMAN_HANDOFF node into the workflow'),
  interrupt_after: notTaken('put a HUMAN_HANDOFF node into the workflow'),
};
const configFields = {
  /** `configurable.tone` and `configurable.model` are understood. */
  config: z.looseObject({ configurable: jsonRecord.nullish() }).nullish(),
  context: z.unknown().optional(),
};

const newCronSchema = z
  .looseObject({
    ...times,
    ...runFields,
    ...configFields,
    /** A workflow's id. */
    assistant_id: pathIdSchema,
    /** `{messages: […]}` in LangChain's form, with one message of a person. */
    input: z.unknown(),
    multitask_strategy: onBusySchema.nullish(),
    /** Told when a run ends, or waits for a person. */
    webhook: webhookUrlSchema.nullish(),
    stream_mode: streamModesSchema.nullish(),
  })
  .meta({ id: 'LangGraphNewCron' });
export type LangGraphNewCron = z.infer<typeof newCronSchema>;

const changesSchema = z
  .looseObject({
    ...times,
    ...runFields,
    schedule: times.schedule.nullish(),
    input: z.unknown().optional(),
    config: notTaken('delete the cron and create another'),
    context: notTaken('delete the cron and create another'),
    webhook: notTaken('delete the cron and create another'),
    stream_mode: notTaken('name the modes when you join a run'),
  })
  .meta({ id: 'LangGraphCronChanges' });

const filters = {
  assistant_id: pathIdSchema.nullish(),
  thread_id: pathIdSchema.nullish(),
  metadata: jsonRecord.nullish(),
};
const { cron_id, assistant_id, thread_id, created_at, updated_at, next_run_date } = cronSchema.shape;
const sortable = z.object({ cron_id, assistant_id, thread_id, created_at, updated_at, next_run_date });

const cronParams = z.strictObject({ cron_id: pathIdSchema });
const creates = {
  ...common,
  method: 'POST',
  action: 'schedule.create',
  body: newCronSchema,
  status: 200,
  reply: cronSchema,
  startsWork: 'other',
  errors: [
    'WORKFLOW_NOT_FOUND',
    'WORKFLOW_INVALID',
    'CONVERSATION_NOT_FOUND',
    'TOO_MANY',
    'VALUE_NOT_STORABLE',
  ],
} as const;

export const langGraphCronEndpoints = {
  langGraphCreateCron: endpoint({
    ...creates,
    path: '/runs/crons',
    summary: 'Start a run on a thread of its own whenever it is due',
  }),
  langGraphCreateThreadCron: endpoint({
    ...creates,
    path: '/threads/:thread_id/runs/crons',
    summary: 'Start a run on a thread whenever it is due',
    params: z.strictObject({ thread_id: pathIdSchema }),
  }),
  langGraphSearchCrons: endpoint({
    ...common,
    method: 'POST',
    path: '/runs/crons/search',
    summary: 'Crons, newest first',
    action: 'schedule.read',
    body: z.looseObject({
      ...filters,
      ...offsetFields,
      enabled: z.boolean().nullish(),
      sort_by: sortable.keyof().nullish(),
      sort_order: z.enum(['asc', 'desc']).nullish(),
      select: z.array(cronSchema.keyof()).nullish(),
    }),
    status: 200,
    reply: z.array(cronSchema.partial().meta({ id: 'LangGraphCronFields' })),
    errors: [],
  }),
  langGraphCountCrons: endpoint({
    ...common,
    method: 'POST',
    path: '/runs/crons/count',
    summary: 'How many crons there are',
    action: 'schedule.read',
    body: z.looseObject(filters),
    status: 200,
    reply: z.number().int(),
    errors: [],
  }),
  langGraphUpdateCron: endpoint({
    ...common,
    method: 'PATCH',
    path: '/runs/crons/:cron_id',
    summary: 'Change or pause a cron',
    action: 'schedule.update',
    params: cronParams,
    body: changesSchema,
    status: 200,
    reply: cronSchema,
    errors: ['SCHEDULE_NOT_FOUND', 'VALUE_NOT_STORABLE'],
  }),
  langGraphDeleteCron: endpoint({
    ...common,
    method: 'DELETE',
    path: '/runs/crons/:cron_id',
    summary: 'Remove a cron; its runs stay',
    action: 'schedule.delete',
    params: cronParams,
    status: 204,
    reply: noContent,
    errors: ['SCHEDULE_NOT_FOUND'],
  }),
};
