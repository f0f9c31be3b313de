import { z } from 'zod';
import { messageSchema, toolCallSchema } from '../run/message.ts';
import { usageSchema } from '../run/usage.ts';
import { workflowDefinitionSchema } from '../workflow/workflow-definition.ts';
import { endpoint, idParams, integerQuery, jsonRecord, modelErrors, pathIdSchema } from './endpoint.ts';
import { recordingSchema } from './recording.ts';
import { runEventSchema } from './run-endpoints.ts';

const outcomeSchema = z.object({ output: z.string(), isError: z.boolean() });

const callSchema = z
  .object({
    /** From 1, in the order in which they were made. */
    number: z.number().int(),
    /** The visit that it was made in, counted from 1 over the run. */
    visit: z.number().int(),
    node: z.string().nullable(),
    /** What it was sent, put together again. */
    request: z.object({
      model: z.string(),
      system: z.string(),
      messages: z.array(messageSchema),
      /** What only this call was told, after the messages. */
      note: z.string().optional(),
      tools: z.array(z.object({ name: z.string(), description: z.string(), parameters: jsonRecord })),
      toolChoice: z.string().optional(),
      responseSchema: jsonRecord.optional(),
      temperature: z.number().optional(),
      topP: z.number().optional(),
      maxOutputTokens: z.number().int().optional(),
      stop: z.array(z.string()).readonly().optional(),
    }),
    /** What it said; `null` when it failed, or was stopped. */
    reply: z
      .looseObject({
        content: z.string(),
        toolCalls: z.array(toolCallSchema),
        usage: usageSchema,
        finishReason: z.string(),
        model: z.string(),
      })
      .nullable(),
    error: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }).nullable(),
    /** How long it took, in milliseconds. */
    ms: z.number().int(),
    /** How the text came: how long each piece was, and how many milliseconds after the one before. */
    pieces: z.object({ lengths: z.array(z.number().int()), waits: z.array(z.number().int()) }).nullable(),
    /** Attempts that failed before: of which model, and why. */
    failed: z.array(z.object({ model: z.string(), code: z.string() })),
    /** By the prices of the settings; `null` where they have none for the model. */
    cost: z.number().nullable(),
  })
  .meta({ id: 'ModelCall' });
export type ApiModelCall = z.infer<typeof callSchema>;

const callChangesSchema = z.strictObject({
  /** `provider:model`. */
  model: z.string().min(1).max(200).optional(),
  system: z.string().max(1_000_000).optional(),
  messages: z.array(messageSchema).min(1).max(10_000).optional(),
  /** What it is told after the messages. */
  note: z.string().max(1_000_000).optional(),
  toolChoice: z.enum(['auto', 'required', 'none']).optional(),
  /** `null`: as the model has it by itself. */
  temperature: z.number().min(0).max(2).nullable().optional(),
  topP: z.number().min(0).max(1).nullable().optional(),
  maxOutputTokens: z.number().int().min(1).max(1_000_000).nullable().optional(),
});
/** What to ask a model otherwise than a run did. */
export type ApiCallChanges = z.infer<typeof callChangesSchema>;

const divergenceSchema = z
  .object({
    kind: z.enum(['request', 'event', 'missing']),
    /** The visit that it happened in, counted from 1 over the run. */
    visit: z.number().int(),
    node: z.string().nullable(),
    /** Number of the event that was due. */
    seq: z.number().int(),
    /** A JSON pointer into the request or the event. */
    path: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    message: z.string(),
  })
  .meta({ id: 'Divergence' });

const replayReportSchema = z
  .object({
    runId: z.string(),
    /** Where it first did something else; `null` when it did all the same. */
    divergence: divergenceSchema.nullable(),
    /** How many events it told, and how many models' replies it took. */
    events: z.number().int(),
    calls: z.number().int(),
    /** SHA-256 of its events. */
    digest: z.string(),
    /** Of live tools: what they returned otherwise. */
    drifts: z.array(
      z.object({
        visit: z.number().int(),
        node: z.string().nullable(),
        tool: z.string(),
        args: z.unknown(),
        before: outcomeSchema,
        after: outcomeSchema,
      }),
    ),
    /** How many calls live tools made again. */
    called: z.number().int(),
    answer: z.string(),
  })
  .meta({ id: 'ReplayReport' });
export type ApiReplayReport = z.infer<typeof replayReportSchema>;

/** The form of the file is described with it, in docs/recordings.md; here is what clients look at. */
const recordingReply = z.object({
  format: recordingSchema.shape.format,
  run: z.looseObject({ id: z.string(), answer: z.string() }),
  workflow: workflowDefinitionSchema.nullable(),
  parts: z.looseObject({}),
  before: z.looseObject({}).nullable(),
  recorded: z.array(z.looseObject({ type: z.string() })),
  events: z.array(runEventSchema),
});

const tag = 'Runs';

export const recordingEndpoints = {
  runRecording: endpoint({
    method: 'GET',
    path: '/api/v1/runs/:id/recording',
    tag,
    summary: 'A run with all that it takes to replay it elsewhere',
    description: 'The file that `cadence run export` writes: see the page on recordings.',
    action: 'run.read',
    params: idParams,
    status: 200,
    reply: recordingReply,
    errors: ['RUN_NOT_FOUND', 'WORKFLOW_NOT_FOUND'],
  }),
  runCalls: endpoint({
    method: 'GET',
    path: '/api/v1/runs/:id/calls',
    tag,
    summary: 'What the models of a run were sent and what they said',
    description: 'The requests are put together again by replaying the run: prompts are not stored.',
    action: 'run.read',
    params: idParams,
    status: 200,
    reply: z.object({ items: z.array(callSchema), divergence: divergenceSchema.nullable() }),
    errors: ['RUN_NOT_FOUND', 'RUN_NOT_RECORDED', 'WORKFLOW_NOT_FOUND'],
  }),
  runCall: endpoint({
    method: 'GET',
    path: '/api/v1/runs/:id/calls/:number',
    tag,
    summary: 'One of the model calls of a run',
    action: 'run.read',
    params: z.strictObject({ id: pathIdSchema, number: integerQuery(1) }),
    status: 200,
    reply: callSchema,
    errors: ['RUN_NOT_FOUND', 'RUN_NOT_RECORDED', 'WORKFLOW_NOT_FOUND'],
  }),
  tryCall: endpoint({
    method: 'POST',
    path: '/api/v1/runs/:id/calls/:number/try',
    tag,
    summary: 'Ask a model anew what a run asked, with changes',
    description:
      'What is not given is as it was. The run stays as it is, and no tool is called; what the model uses is counted for the workflow.',
    action: 'run.try',
    params: z.strictObject({ id: pathIdSchema, number: integerQuery(1) }),
    body: callChangesSchema,
    status: 200,
    reply: callSchema,
    startsWork: 'other',
    errors: ['RUN_NOT_FOUND', 'RUN_NOT_RECORDED', 'WORKFLOW_NOT_FOUND', ...modelErrors],
  }),
  replayRun: endpoint({
    method: 'POST',
    path: '/api/v1/runs/:id/replay',
    tag,
    summary: 'Replay a run, as it was or with changes',
    description:
      'On the engine, from memory: no model and no tool is asked unless `live` says so, and nothing takes effect. With another `workflow`, `version` or `prompts` it goes up to where it first does something else.',
    action: 'run.replay',
    params: idParams,
    body: z.strictObject({
      /** In the place of the one that it ran on. */
      workflow: workflowDefinitionSchema.optional(),
      /** Another stored version of its workflow. */
      version: integerQuery(1).optional(),
      /** Other system prompts, by the id of the agent. */
      prompts: z.record(z.string(), z.string().max(1_000_000)).optional(),
      /**
       * `tools`: those that change nothing are called again, and their results compared. `models`: they answer anew,
       * and the tools give back what they returned.
       */
      live: z.enum(['tools', 'models']).optional(),
    }),
    status: 200,
    reply: replayReportSchema,
    startsWork: 'other',
    errors: ['RUN_NOT_FOUND', 'RUN_NOT_RECORDED', 'WORKFLOW_NOT_FOUND', 'WORKFLOW_INVALID'],
  }),
};
