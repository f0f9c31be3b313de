import { z } from 'zod';
import { simulationReportSchema } from '../workflow/simulation-report.ts';
import { endpoint, errorReplySchema, modelErrors } from './endpoint.ts';
import { problemSchema } from './workflow-endpoints.ts';

const count = z.number().int();

export const workflowDraftSchema = z
  .object({
    definition: z
      .record(z.string(), z.unknown())
      .describe('What the model made of the words. It is not stored.'),
    problems: z.array(problemSchema.required({ hint: true })).describe('What is still wrong with it.'),
    mended: z
      .array(z.object({ code: z.string(), path: z.string(), title: z.string() }))
      .describe('What was put right without asking the model.'),
    simulation: simulationReportSchema
      .nullable()
      .describe('Every route of it; `null` while there are errors that keep it from being run.'),
    model: z.string(),
    rounds: count.describe('How often the model was asked: to write it, then to put right what was wrong.'),
    stopped: z.enum(['done', 'rounds', 'tokens', 'time']).describe('Why the model was not asked again.'),
    usage: z.object({ inputTokens: count, outputTokens: count }),
  })
  .meta({ id: 'WorkflowDraft' });
export type ApiWorkflowDraft = z.infer<typeof workflowDraftSchema>;

const codes = z.array(z.string());

export const draftStepSchema = z
  .discriminatedUnion('step', [
    z.object({ step: z.literal('write').describe('The model writes the definition.') }),
    z.object({
      step: z.literal('check').describe('What it wrote was checked.'),
      isDefinition: z.boolean().describe('Whether it could be read at all.'),
      mended: codes.describe('Codes of what was put right without the model.'),
      left: codes.describe('Codes of the errors that are left, each once.'),
    }),
    z.object({
      step: z.literal('repair').describe('The model is asked to put right what is left.'),
      number: count.describe('From 1.'),
      most: count.describe('How often it is asked at most.'),
    }),
    z.object({ step: z.literal('simulate').describe('Every route of it is walked.') }),
  ])
  .meta({ id: 'WorkflowDraftStep' });
export type ApiDraftStep = z.infer<typeof draftStepSchema>;

/** What a stream of a draft tells: the steps, then how it ended. */
export const draftEventSchema = z
  .union([
    draftStepSchema,
    z.object({ step: z.literal('done'), draft: workflowDraftSchema }),
    z.object({ step: z.literal('failed'), ...errorReplySchema.shape }),
  ])
  .meta({ id: 'WorkflowDraftEvent' });
export type ApiDraftEvent = z.infer<typeof draftEventSchema>;

export const draftEndpoints = {
  draftWorkflow: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/draft',
    tag: 'Workflows',
    summary: 'Have a model write or change a definition from words',
    description:
      'What it writes is checked with the tools, agents and models that are here, mended, given back to it with the problems that are left (three times at most, within bounds of tokens and time), and simulated. `Accept: text/event-stream` tells each of these steps when it begins, then `done` with the draft or `failed` with the error. Nothing is stored. Closing the connection ends it.',
    action: 'workflow.draft',
    body: z.strictObject({
      words: z.string().trim().min(1).max(20_000).describe('What the workflow is to do.'),
      definition: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('One to change; a new one when absent.'),
      model: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('`provider:model`; the default model when absent.'),
    }),
    status: 200,
    reply: workflowDraftSchema,
    stream: 'on request',
    events: draftEventSchema,
    startsWork: 'other',
    errors: ['MODEL_OFFLINE', ...modelErrors],
  }),
};
