import { z } from 'zod';
import { messageSchema } from '../run/message.ts';
import { partSchema } from '../run/message-parts.ts';
import {
  degradedReasonSchema,
  type RunEvent,
  runStatusSchema,
  type StreamedEvent,
} from '../run/run-event.ts';
import { runPinsSchema, turnChangeSchema } from '../run/stand-ins.ts';
import { toneSchema } from '../run/tone.ts';
import { usageSchema } from '../run/usage.ts';
import {
  endpoint,
  idParams,
  integerQuery,
  jsonRecord,
  MOST_INTEGER,
  pageOf,
  pageQuery,
  pathIdSchema,
} from './endpoint.ts';
import { attachedFilesSchema } from './file-endpoints.ts';

/** Names of nodes that a run waits before; `*` stands for all of them. */
export const pauseBeforeSchema = z.array(z.string().min(1).max(200)).max(500);

const handoffRequestSchema = z.object({
  id: z.string(),
  node: z.string(),
  question: z.string(),
  choices: z.array(z.string()).optional(),
  mustChoose: z.boolean().optional(),
  /** The run was told to pause here; any answer has it go on. */
  pause: z.literal(true).optional(),
});

const searchedText = z.string().trim().min(1).max(500);
const excerptSchema = z
  .object({
    of: z.enum(['question', 'answer']),
    text: z.string(),
    /** The words that were found: where they begin and end in the text. */
    marks: z.array(z.tuple([z.number().int(), z.number().int()])),
  })
  .meta({ id: 'Excerpt' });

const feedbackValue = z.enum(['up', 'down']);
const feedbackSchema = z
  .object({
    value: feedbackValue,
    note: z.string(),
    /** The user, or the key of nobody in particular. */
    by: z.string(),
    at: z.string(),
  })
  .meta({ id: 'Feedback' });

export const runSchema = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    ownerId: z.string(),
    /** Order within the conversation, from 1. */
    position: z.number().int(),
    workflowId: z.string(),
    workflowVersion: z.number().int().nullable(),
    /** The words of the message. */
    input: z.string(),
    /** The id of the message in the conversation. */
    inputId: z.string(),
    /** The parts of the message; `null` when it is plain words. */
    inputParts: z.array(partSchema).nullable(),
    tone: toneSchema,
    model: z.string().nullable(),
    metadata: jsonRecord,
    status: z.enum(['queued', 'running', ...runStatusSchema.options]),
    attempt: z.number().int(),
    answer: z.string(),
    structured: z.unknown(),
    /** Why the answer is poorer than it should be; empty when it is not. */
    degraded: z.array(degradedReasonSchema),
    usage: usageSchema,
    /** By the prices at its end; absent where no price was known, and of runs from before costs were kept. */
    cost: z.number().exactOptional(),
    error: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }).nullable(),
    handoff: handoffRequestSchema.nullable(),
    createdAt: z.string(),
    startedAt: z.string().nullable(),
    endedAt: z.string().nullable(),
    feedback: feedbackSchema.exactOptional(),
  })
  .meta({ id: 'Run' });
export type ApiRun = z.infer<typeof runSchema>;

const foundRunSchema = z
  .object({
    runId: z.string(),
    conversationId: z.string(),
    workflowId: z.string(),
    status: runSchema.shape.status,
    createdAt: z.string(),
    excerpts: z.array(excerptSchema),
  })
  .meta({ id: 'FoundRun' });
export type FoundRun = z.infer<typeof foundRunSchema>;

// As they were told: the OpenAPI document describes them by their declarations.
export const runEventSchema = z.custom<RunEvent>().meta({ id: 'RunEvent' });
export const streamedEventSchema = z.custom<StreamedEvent>().meta({ id: 'StreamedEvent' });

const deltasSchema = z.enum(['model', 'message']);
/** What text is told as: `on_chat_model_stream`, or `on_message_delta`. */
export type Deltas = z.infer<typeof deltasSchema>;

export const stepSchema = z
  .object({
    checkpointId: z.string(),
    parentId: z.string().nullable(),
    /** Counts the steps of the conversation. */
    step: z.number().int(),
    source: z.string(),
    node: z.string().nullable(),
    runId: z.string().nullable(),
    time: z.string(),
  })
  .meta({ id: 'Step' });
export type ApiStep = z.infer<typeof stepSchema>;

export const stepStateSchema = stepSchema
  .extend({ messages: z.array(messageSchema), turn: z.unknown() })
  .meta({ id: 'StepState' });
export type ApiStepState = z.infer<typeof stepStateSchema>;

const sentSchema = z
  .object({
    /** Name of the node that the step began with. */
    node: z.string().nullable(),
    /** `null` where it asked no model. */
    request: z
      .object({
        model: z.string(),
        system: z.string(),
        messages: z.array(messageSchema),
        /** What only this call was told, after the messages. */
        note: z.string(),
        tools: z.array(z.object({ name: z.string(), description: z.string(), parameters: jsonRecord })),
        responseSchema: jsonRecord.optional(),
        temperature: z.number().optional(),
        maxOutputTokens: z.number().int().optional(),
      })
      .nullable(),
  })
  .meta({ id: 'SentRequest' });
export type ApiSentRequest = z.infer<typeof sentSchema>;

const tag = 'Runs';
const time = z.iso.datetime({ offset: true });
const name = z.string().trim().min(1).max(200);
const runFilter = pageQuery.extend({
  conversationId: pathIdSchema.optional(),
  workflowId: pathIdSchema.optional(),
  status: runSchema.shape.status.optional(),
  userId: pathIdSchema.optional().describe('Whose runs.'),
  from: time.optional().describe('Sent at this time or later.'),
  to: time.optional().describe('Sent before this time.'),
  tool: name.optional().describe('A tool that was called.'),
  errorCode: name.optional(),
  tag: name.optional().describe('One of the `tags` in its metadata.'),
  minTokens: integerQuery(0).optional().describe('So many tokens at least, in and out.'),
  minCost: z.coerce
    .number()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe(
      'It cost so much at least, by the prices of its time. Runs whose cost is not known are left out.',
    ),
  feedback: feedbackValue.optional(),
});
const stepParams = z.strictObject({ id: pathIdSchema, step: pathIdSchema });

export const runEndpoints = {
  listRuns: endpoint({
    method: 'GET',
    path: '/api/v1/runs',
    tag,
    summary: 'Runs, newest first',
    action: 'run.read',
    description:
      'Those that are all of what is asked for. As many as can be looked at for one page are; where `next` is given there may be more, also when the page is short or empty. By text, tool, error code and tag a run is found a moment after it has ended.',
    query: runFilter.extend({
      text: searchedText
        .optional()
        .describe('Words that question or answer has; the last one possibly in part.'),
    }),
    status: 200,
    reply: pageOf(runSchema),
    errors: [],
  }),
  searchRuns: endpoint({
    method: 'GET',
    path: '/api/v1/search',
    tag,
    summary: 'Runs by the words of question and answer, newest first, with the places that were found',
    description:
      'All words have to be there, whatever their case and accents; of the last one its first three letters or more will do. A run can be found a moment after it has ended.',
    action: 'run.read',
    query: runFilter.extend({ text: searchedText }),
    status: 200,
    reply: pageOf(foundRunSchema),
    errors: [],
  }),
  getRun: endpoint({
    method: 'GET',
    path: '/api/v1/runs/:id',
    tag,
    summary: 'One run',
    action: 'run.read',
    params: idParams,
    status: 200,
    reply: runSchema,
    errors: ['RUN_NOT_FOUND'],
  }),
  runEvents: endpoint({
    method: 'GET',
    path: '/api/v1/runs/:id/events',
    tag,
    summary: 'The events of a run, as they come',
    description:
      'Server-sent events from the first one on, or from the one after `Last-Event-ID`. With `Accept: application/json` the events so far, as a list. `deltas=message`, or `Prefer: deltas=message`, has text told as `on_message_delta`, in place of `on_chat_model_stream`.',
    action: 'run.read',
    params: idParams,
    query: z.strictObject({ after: integerQuery(0).optional(), deltas: deltasSchema.optional() }),
    status: 200,
    reply: z.object({ items: z.array(runEventSchema) }),
    stream: 'by default',
    events: streamedEventSchema,
    errors: ['RUN_NOT_FOUND'],
  }),
  runSteps: endpoint({
    method: 'GET',
    path: '/api/v1/runs/:id/steps',
    tag,
    summary: 'The steps of a run, oldest first',
    action: 'run.read',
    params: idParams,
    status: 200,
    reply: z.object({ items: z.array(stepSchema) }),
    errors: ['RUN_NOT_FOUND'],
  }),
  runStep: endpoint({
    method: 'GET',
    path: '/api/v1/runs/:id/steps/:step',
    tag,
    summary: 'The state after a step',
    description: 'The step is named by its number in the conversation, or by its checkpoint id.',
    action: 'run.read',
    params: stepParams,
    status: 200,
    reply: stepStateSchema,
    errors: ['RUN_NOT_FOUND'],
  }),
  runRequest: endpoint({
    method: 'GET',
    path: '/api/v1/runs/:id/steps/:step/request',
    tag,
    summary: 'What the model was sent in a step',
    description:
      'Put together again from the state before the step, with the agents and tools as they are now: prompts are not stored. Of a model that was asked several times in the step, the first request.',
    action: 'run.read',
    params: stepParams,
    status: 200,
    reply: sentSchema,
    errors: ['RUN_NOT_FOUND', 'WORKFLOW_NOT_FOUND'],
  }),
  putFeedback: endpoint({
    method: 'PUT',
    path: '/api/v1/runs/:id/feedback',
    tag,
    summary: 'Say what the answer is worth',
    description: 'What was said before is replaced, whoever said it.',
    action: 'run.rate',
    params: idParams,
    body: z.strictObject({ value: feedbackValue, note: z.string().max(5_000).optional() }),
    status: 200,
    reply: runSchema,
    errors: ['RUN_NOT_FOUND'],
  }),
  deleteFeedback: endpoint({
    method: 'DELETE',
    path: '/api/v1/runs/:id/feedback',
    tag,
    summary: 'Take back what was said of the answer',
    action: 'run.rate',
    params: idParams,
    status: 200,
    reply: runSchema,
    errors: ['RUN_NOT_FOUND'],
  }),
  cancelRun: endpoint({
    method: 'POST',
    path: '/api/v1/runs/:id/cancel',
    tag,
    summary: 'Stop a run',
    description: 'What is in flight is aborted. A run that has ended stays as it is.',
    action: 'run.cancel',
    params: idParams,
    status: 200,
    reply: runSchema,
    errors: ['RUN_NOT_FOUND'],
  }),
  resumeRun: endpoint({
    method: 'POST',
    path: '/api/v1/runs/:id/resume',
    tag,
    summary: 'Answer a run that waits for a person',
    description:
      'A trial of a workflow can be told more: which nodes it waits before from here on, what is given in the place of models and tools, other messages, by their ids, and, at a pause, what else it knows.',
    action: 'run.resume',
    params: idParams,
    body: z.strictObject({
      text: z.string().max(100_000),
      label: z.string().max(200).optional(),
      pauseBefore: pauseBeforeSchema.optional(),
      pins: runPinsSchema.optional(),
      /** One whose id the conversation has takes that one's place; `remove` takes it out. */
      messages: z
        .array(z.union([messageSchema, z.strictObject({ id: z.string(), role: z.literal('remove') })]))
        .max(1_000)
        .optional(),
      /** Of a trial that pauses. */
      turn: turnChangeSchema.optional(),
    }),
    status: 200,
    reply: runSchema,
    startsWork: 'other',
    errors: ['RUN_NOT_FOUND', 'RUN_NOT_RESUMABLE', 'HANDOFF_NOT_WAITING', 'PLUGIN_AWAY'],
  }),
  forkRun: endpoint({
    method: 'POST',
    path: '/api/v1/runs/:id/fork',
    tag,
    summary: 'A new conversation from a step of a run',
    description:
      'The original stays as it is. With `messages` the new conversation has these instead of those of the step. It goes on at once with `message`, or with `goOn` at the node that was next, as if the run had come to these messages.',
    action: 'run.fork',
    params: idParams,
    body: z.strictObject({
      /** Number of the step in the conversation, or its checkpoint id. */
      step: z.union([z.number().int().min(-MOST_INTEGER).max(MOST_INTEGER), z.string().min(1).max(200)]),
      messages: z.array(messageSchema).max(10_000).optional(),
      message: z.string().min(1).max(1_000_000).optional(),
      /** Goes on from the step without a message. */
      goOn: z.boolean().optional(),
      /** Ids of stored files that go with the message. */
      files: attachedFilesSchema,
    }),
    status: 201,
    reply: z.object({ conversationId: z.string(), run: runSchema.nullable() }),
    startsWork: 'other',
    errors: ['RUN_NOT_FOUND', 'FILE_NOT_FOUND'],
  }),
};
