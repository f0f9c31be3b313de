import { z } from 'zod';
import { endpoint, idParams, jsonRecord, pageOf, pageQuery } from './endpoint.ts';
import { runSchema } from './run-endpoints.ts';

export const handoffSchema = z
  .object({
    id: z.string(),
    runId: z.string(),
    conversationId: z.string(),
    node: z.string(),
    question: z.string(),
    choices: z.array(z.string()).nullable(),
    mustChoose: z.boolean(),
    /** The calls that wait for approval. */
    calls: z.array(z.object({ id: z.string(), name: z.string(), args: jsonRecord })).nullable(),
    /** The run was told to pause here: nobody is asked anything. */
    pause: z.literal(true).exactOptional(),
    status: z.enum(['waiting', 'answered', 'cancelled']),
    answer: z
      .object({
        text: z.string(),
        label: z.string().optional(),
        /** The arguments that were changed, by the call's id. */
        args: z.record(z.string(), jsonRecord).optional(),
        /** Why single calls were declined, by the call's id. */
        declined: z.record(z.string(), z.string()).optional(),
        /** What was answered in place of running a call, by the call's id. */
        results: z.record(z.string(), z.string()).optional(),
        /** Who gave it: the id of a key, or `local`. */
        by: z.string().optional(),
        /** The name for that: of the user or, where there is none, of the key. */
        byName: z.string().optional(),
      })
      .nullable(),
    createdAt: z.string(),
    answeredAt: z.string().nullable(),
  })
  .meta({ id: 'Handoff' });
export type ApiHandoff = z.infer<typeof handoffSchema>;

const handoffAnswerSchema = z
  .strictObject({
    text: z.string().max(100_000),
    /** One of the choices. */
    label: z.string().max(200).optional(),
    /** Other arguments for a call that is approved, by the call's id. */
    args: z.record(z.string(), jsonRecord).optional(),
    /** Calls that are not to run although the others are approved: why, by the call's id. */
    declined: z.record(z.string(), z.string().max(100_000)).optional(),
    /** What the model is told in place of running a call, by the call's id. */
    results: z.record(z.string(), z.string().max(100_000)).optional(),
  })
  .meta({ id: 'HandoffAnswer' });

const tag = 'Hand-offs';

export const handoffEndpoints = {
  listHandoffs: endpoint({
    method: 'GET',
    path: '/api/v1/handoffs',
    tag,
    summary: 'Questions and approvals that wait for a person, oldest first',
    action: 'handoff.read',
    query: pageQuery,
    status: 200,
    reply: pageOf(handoffSchema),
    errors: [],
  }),
  listConversationHandoffs: endpoint({
    method: 'GET',
    path: '/api/v1/conversations/:id/handoffs',
    tag,
    summary: 'What people were asked in a conversation and what they said, newest first',
    action: 'handoff.read',
    params: idParams,
    query: pageQuery,
    status: 200,
    reply: pageOf(handoffSchema),
    errors: ['CONVERSATION_NOT_FOUND'],
  }),
  getHandoff: endpoint({
    method: 'GET',
    path: '/api/v1/handoffs/:id',
    tag,
    summary: 'One hand-off',
    action: 'handoff.read',
    params: idParams,
    status: 200,
    reply: handoffSchema,
    errors: ['HANDOFF_NOT_FOUND'],
  }),
  answerHandoff: endpoint({
    method: 'POST',
    path: '/api/v1/handoffs/:id/answer',
    tag,
    summary: 'Answer, and have the run go on',
    action: 'handoff.answer',
    params: idParams,
    body: handoffAnswerSchema,
    status: 200,
    reply: runSchema,
    startsWork: 'other',
    errors: ['HANDOFF_NOT_FOUND', 'HANDOFF_NOT_WAITING', 'PLUGIN_AWAY'],
  }),
};
