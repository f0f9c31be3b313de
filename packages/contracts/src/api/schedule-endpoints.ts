import { z } from 'zod';
import { givenToneSchema, toneSchema } from '../run/tone.ts';
import { onBusySchema, webhookUrlSchema } from './conversation-endpoints.ts';
import { endpoint, idParams, jsonRecord, noContent, pageOf, pageQuery, pathIdSchema } from './endpoint.ts';

const tag = 'Schedules';

export const scheduleSchema = z
  .object({
    id: z.string(),
    ownerId: z.string(),
    workflowId: z.string(),
    message: z.string(),
    tone: toneSchema,
    model: z.string().nullable(),
    metadata: jsonRecord,
    /** Told when a run ends, or waits for a person. */
    webhook: z.string().nullable(),
    /** Where the message goes; a new conversation each time when `null`. */
    conversationId: z.string().nullable(),
    onBusy: onBusySchema,
    cron: z.string(),
    timeZone: z.string(),
    endsAt: z.string().nullable(),
    enabled: z.boolean(),
    /** The next due time; `null` when there is none. */
    nextAt: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Schedule' });
export type ApiSchedule = z.infer<typeof scheduleSchema>;

const cronSchema = z.string().trim().min(1).max(200);
const timeZoneSchema = z.string().min(1).max(100);
const timeSchema = z.iso.datetime({ offset: true });

const newScheduleSchema = z
  .strictObject({
    message: z.string().min(1).max(1_000_000),
    workflowId: pathIdSchema.default('coordinator'),
    /** Five fields, six with seconds first, or a nickname as `@daily`. */
    cron: cronSchema,
    /** The IANA name of the time zone that the expression is read in. */
    timeZone: timeZoneSchema.default('UTC'),
    /** Nothing is due after it. */
    endsAt: timeSchema.nullable().default(null),
    enabled: z.boolean().default(true),
    /** Where the message goes; a new conversation each time when absent. */
    conversationId: pathIdSchema.nullable().default(null),
    onBusy: onBusySchema.default('enqueue'),
    tone: givenToneSchema,
    model: z.string().min(1).max(200).nullable().default(null),
    metadata: jsonRecord.default({}),
    /** Told when a run ends, or waits for a person. */
    webhook: webhookUrlSchema.nullable().default(null),
  })
  .meta({ id: 'NewSchedule' });

const changesSchema = z
  .strictObject({
    message: z.string().min(1).max(1_000_000),
    cron: cronSchema,
    timeZone: timeZoneSchema,
    endsAt: timeSchema.nullable(),
    enabled: z.boolean(),
    metadata: jsonRecord,
  })
  .partial()
  .meta({ id: 'ScheduleChanges' });

const firingSchema = z
  .object({
    dueAt: z.string(),
    firedAt: z.string(),
    /** The run that was started; `null` where none could be. */
    runId: z.string().nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: 'ScheduleFiring' });

export const scheduleEndpoints = {
  createSchedule: endpoint({
    method: 'POST',
    path: '/api/v1/schedules',
    tag,
    summary: 'Send a message whenever it is due',
    description:
      'Each due time has one run, whatever happens to the processes. After a stop, the first due time that was missed is made up for; those after it are not.',
    action: 'schedule.create',
    body: newScheduleSchema,
    status: 201,
    reply: scheduleSchema,
    startsWork: 'other',
    errors: [
      'WORKFLOW_NOT_FOUND',
      'WORKFLOW_INVALID',
      'CONVERSATION_NOT_FOUND',
      'TOO_MANY',
      'VALUE_NOT_STORABLE',
    ],
  }),
  listSchedules: endpoint({
    method: 'GET',
    path: '/api/v1/schedules',
    tag,
    summary: 'Schedules, newest first',
    action: 'schedule.read',
    query: pageQuery.extend({
      workflowId: pathIdSchema.optional(),
      conversationId: pathIdSchema.optional(),
    }),
    status: 200,
    reply: pageOf(scheduleSchema),
    errors: [],
  }),
  getSchedule: endpoint({
    method: 'GET',
    path: '/api/v1/schedules/:id',
    tag,
    summary: 'One schedule',
    action: 'schedule.read',
    params: idParams,
    status: 200,
    reply: scheduleSchema,
    errors: ['SCHEDULE_NOT_FOUND'],
  }),
  updateSchedule: endpoint({
    method: 'PATCH',
    path: '/api/v1/schedules/:id',
    tag,
    summary: 'Change or pause a schedule',
    description: 'What is absent stays as it is. The next due time is the first one after now.',
    action: 'schedule.update',
    params: idParams,
    body: changesSchema,
    status: 200,
    reply: scheduleSchema,
    errors: ['SCHEDULE_NOT_FOUND', 'VALUE_NOT_STORABLE'],
  }),
  deleteSchedule: endpoint({
    method: 'DELETE',
    path: '/api/v1/schedules/:id',
    tag,
    summary: 'Remove a schedule; its runs stay',
    action: 'schedule.delete',
    params: idParams,
    status: 204,
    reply: noContent,
    errors: ['SCHEDULE_NOT_FOUND'],
  }),
  listFirings: endpoint({
    method: 'GET',
    path: '/api/v1/schedules/:id/firings',
    tag,
    summary: 'The last due times of a schedule, and what came of them',
    action: 'schedule.read',
    params: idParams,
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
    status: 200,
    reply: z.object({ items: z.array(firingSchema) }),
    errors: ['SCHEDULE_NOT_FOUND'],
  }),
};
