import { z } from 'zod';
import { runPinsSchema } from '../run/stand-ins.ts';
import { endpoint, idParams, pathIdSchema } from './endpoint.ts';
import { pauseBeforeSchema, runSchema } from './run-endpoints.ts';

export const trialEndpoints = {
  tryWorkflow: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/:id/trials',
    tag: 'Workflows',
    summary: 'Run a definition that need not be stored, as a trial',
    description:
      'The definition is checked, and kept for the run under an id of its own (`draft:` and the id of the workflow): a trial counts neither for the gate nor for coverage, and usage has it apart. Answers with the run at once. With `conversationId` the trial goes on.',
    action: 'workflow.try',
    params: idParams,
    body: z.strictObject({
      definition: z.record(z.string(), z.unknown()),
      message: z.string().min(1).max(1_000_000),
      /** Of an earlier trial; a new one is begun when absent. */
      conversationId: pathIdSchema.optional(),
      /** `provider:model`, for the agents that name none. */
      model: z.string().min(1).max(200).optional(),
      pauseBefore: pauseBeforeSchema.optional(),
      pins: runPinsSchema.optional(),
    }),
    status: 201,
    reply: runSchema,
    startsWork: 'run',
    errors: [
      'CONVERSATION_NOT_FOUND',
      'CONVERSATION_BUSY',
      'WORKFLOW_NOT_FOUND',
      'WORKFLOW_INVALID',
      'IDEMPOTENCY_CONFLICT',
      'VALUE_NOT_STORABLE',
    ],
  }),
};
