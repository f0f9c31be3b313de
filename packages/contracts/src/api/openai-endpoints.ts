// What Cadence understands of OpenAI's API. A model is a workflow, by its id.
import { z } from 'zod';
import { endpoint, idParams } from './endpoint.ts';
import { chatRequestSchema, completionSchema } from './openai-chat.ts';

export const openAiErrorSchema = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      /** The field that is wrong. */
      param: z.string().nullable(),
      code: z.string(),
      requestId: z.string(),
    }),
  })
  .meta({ id: 'OpenAIError' });
export type OpenAiError = z.infer<typeof openAiErrorSchema>;

const modelSchema = z
  .object({
    id: z.string(),
    object: z.literal('model'),
    /** Seconds since the epoch; 0 for a workflow that is built in. */
    created: z.number().int(),
    owned_by: z.string(),
  })
  .meta({ id: 'OpenAIModel' });

const tag = 'OpenAI';
const common = { tag, errorReply: openAiErrorSchema } as const;

export const openAiEndpoints = {
  openAiListModels: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/models',
    summary: 'Workflows as models',
    action: 'workflow.read',
    status: 200,
    reply: z.object({ object: z.literal('list'), data: z.array(modelSchema) }),
    errors: [],
  }),
  openAiGetModel: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/models/:id',
    summary: 'One workflow as a model',
    action: 'workflow.read',
    params: idParams,
    status: 200,
    reply: modelSchema,
    errors: ['WORKFLOW_NOT_FOUND'],
  }),
  openAiChat: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/chat/completions',
    summary: 'Ask a workflow',
    description:
      'Without a conversation id the messages are the whole conversation; one that was begun here and is sent again goes on. With an id, the last message of the user goes on with it, or answers the question that it waits with. A run that calls a tool of yours waits for the result. A field is honoured or refused by name. Leaving does not stop the run.',
    action: 'message.send',
    body: chatRequestSchema,
    status: 200,
    reply: completionSchema,
    stream: 'on request',
    startsWork: 'run',
    errors: [
      'WORKFLOW_NOT_FOUND',
      'WORKFLOW_INVALID',
      'CONVERSATION_NOT_FOUND',
      'HANDOFF_NOT_WAITING',
      'PLUGIN_AWAY',
      'VALUE_NOT_STORABLE',
      'RUN_CANCELLED',
      'RUN_NOT_REPEATABLE',
      'MODEL_AUTH',
      'MODEL_UNAVAILABLE',
    ],
  }),
};
