// What Cadence understands of OpenAI's API. A model is a workflow, by its id.
import { z } from 'zod';
import { endpoint, idParams } from './endpoint.ts';
import { chatRequestSchema, chunkSchema, completionSchema } from './openai-chat.ts';
import { embeddingRequestSchema, embeddingsSchema } from './openai-embeddings.ts';
import {
  inputItemsQuery,
  inputItemsSchema,
  responseEventSchema,
  responseRequestSchema,
  responseSchema,
  retrieveQuery,
} from './openai-responses.ts';

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

const turnErrors = [
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
] as const;

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
    takesFiles: true,
    summary: 'Ask a workflow',
    description:
      'Without a conversation id the messages are the whole conversation; one that was begun here and is sent again goes on. With an id, the last message of the user goes on with it, or answers the question that it waits with. A run that calls a tool of yours waits for the result. A field is honoured or refused by name. Leaving does not stop the run.',
    action: 'message.send',
    body: chatRequestSchema,
    status: 200,
    reply: completionSchema,
    stream: 'on request',
    events: chunkSchema,
    startsWork: 'run',
    errors: turnErrors,
  }),
  openAiCreateResponse: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/responses',
    takesFiles: true,
    summary: 'Ask a workflow, by the responses API',
    description:
      'With `previous_response_id` or `conversation` the conversation goes on. A run that calls a tool of yours waits for its output. With `background` the reply comes at once, and the response is fetched later. A field is honoured or refused by name.',
    action: 'message.send',
    body: responseRequestSchema,
    status: 200,
    reply: responseSchema,
    stream: 'on request',
    events: responseEventSchema,
    startsWork: 'run',
    errors: [...turnErrors, 'RUN_NOT_FOUND'],
  }),
  openAiGetResponse: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/responses/:id',
    summary: 'A response as it is now, or its events',
    action: 'run.read',
    params: idParams,
    query: retrieveQuery,
    status: 200,
    reply: responseSchema,
    stream: 'on request',
    events: responseEventSchema,
    errors: ['RUN_NOT_FOUND'],
  }),
  openAiDeleteResponse: endpoint({
    ...common,
    method: 'DELETE',
    path: '/v1/responses/:id',
    summary: 'Remove the run of a response',
    action: 'run.delete',
    params: idParams,
    status: 200,
    reply: z.object({ id: z.string(), object: z.literal('response'), deleted: z.literal(true) }),
    errors: ['RUN_NOT_FOUND', 'CONVERSATION_BUSY'],
  }),
  openAiCancelResponse: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/responses/:id/cancel',
    summary: 'Stop the run of a response',
    action: 'run.cancel',
    params: idParams,
    status: 200,
    reply: responseSchema,
    errors: ['RUN_NOT_FOUND'],
  }),
  openAiListInputItems: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/responses/:id/input_items',
    summary: 'What a response answers: the conversation up to it',
    action: 'run.read',
    params: idParams,
    query: inputItemsQuery,
    status: 200,
    reply: inputItemsSchema,
    errors: ['RUN_NOT_FOUND'],
  }),
  openAiEmbeddings: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/embeddings',
    summary: 'Texts as vectors',
    description: 'By the model that CADENCE_EMBEDDING_MODEL names; a 400 where none is set.',
    action: 'tool.call',
    body: embeddingRequestSchema,
    status: 200,
    reply: embeddingsSchema,
    errors: ['MODEL_UNKNOWN', 'MODEL_AUTH', 'MODEL_UNAVAILABLE'],
  }),
};
