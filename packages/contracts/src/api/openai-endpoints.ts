// What Cadence understands of OpenAI's API. A model is a workflow, by its id.
import { z } from 'zod';
import { givenToneSchema } from '../run/tone.ts';
import { endpoint, idParams, jsonRecord, pathIdSchema } from './endpoint.ts';

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

const textParts = z.array(z.looseObject({ type: z.enum(['text', 'refusal']), text: z.string().optional() }));
const contentSchema = z.union([z.string(), textParts], {
  error: 'must be a text or a list of parts of the type "text"; images, audio and files are not taken',
});

const chatMessageSchema = z
  .looseObject({
    role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
    content: contentSchema.nullish(),
    /** Of an assistant: calls that were made earlier, elsewhere. */
    tool_calls: z
      .array(
        z.looseObject({
          id: z.string(),
          function: z.looseObject({ name: z.string(), arguments: z.string() }),
        }),
      )
      .nullish(),
    tool_call_id: z.string().nullish(),
  })
  .meta({ id: 'OpenAIMessage' });
export type OpenAiMessage = z.infer<typeof chatMessageSchema>;

const none = (why: string) => z.array(z.unknown()).max(0, why).nullish();

export const chatRequestSchema = z
  .looseObject({
    /** A workflow's id. */
    model: pathIdSchema,
    messages: z.array(chatMessageSchema).min(1).max(10_000),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    tone: givenToneSchema,
    /** A conversation to go on with; also as `metadata.conversation_id`, `metadata.thread_id` or `X-Thread-Id`. */
    conversation_id: pathIdSchema.nullish(),
    metadata: jsonRecord.nullish(),
    n: z.literal(1, 'must be 1: a workflow gives one answer').nullish(),
    tools: none('are not taken: a workflow has tools of its own, from its plugins'),
    functions: none('are not taken: a workflow has tools of its own, from its plugins'),
    response_format: z
      .looseObject({ type: z.literal('text', 'must be "text": the workflow decides on the form') })
      .nullish(),
    modalities: z.array(z.literal('text', 'must be "text"')).nullish(),
  })
  .meta({ id: 'OpenAIChatRequest' });
export type OpenAiChatRequest = z.infer<typeof chatRequestSchema>;

const tokensSchema = z.object({
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  total_tokens: z.number().int(),
  prompt_tokens_details: z.object({ cached_tokens: z.number().int() }).exactOptional(),
});
export type OpenAiUsage = z.infer<typeof tokensSchema>;

const completionSchema = z
  .object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.number().int(),
    model: z.string(),
    conversation_id: z.string(),
    run_id: z.string(),
    choices: z.array(
      z.object({
        index: z.number().int(),
        message: z.object({
          role: z.literal('assistant'),
          content: z.string(),
          refusal: z.null(),
        }),
        logprobs: z.null(),
        finish_reason: z.enum(['stop', 'length', 'content_filter']),
      }),
    ),
    usage: tokensSchema,
  })
  .meta({ id: 'OpenAIChatCompletion' });

const chunkSchema = z
  .looseObject({
    ...completionSchema.shape,
    object: z.literal('chat.completion.chunk'),
    choices: z.array(
      z.looseObject({
        index: z.number().int(),
        delta: z.looseObject({ role: z.literal('assistant').optional(), content: z.string().optional() }),
        finish_reason: z.string().nullable(),
      }),
    ),
    /** In the last one, when asked for. */
    usage: tokensSchema.nullish(),
  })
  .meta({ id: 'OpenAIChatChunk' });

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
      'Without a conversation id the messages are the whole conversation. With one, the last message of the user goes on with it, or answers the question that it waits with. Fields of sampling are read over: the workflow decides. Leaving does not stop the run.',
    action: 'message.send',
    body: chatRequestSchema,
    status: 200,
    reply: completionSchema,
    stream: 'on request',
    events: chunkSchema,
    startsWork: 'run',
    errors: [
      'WORKFLOW_NOT_FOUND',
      'WORKFLOW_INVALID',
      'CONVERSATION_NOT_FOUND',
      'HANDOFF_NOT_WAITING',
      'PLUGIN_AWAY',
      'VALUE_NOT_STORABLE',
      'RUN_CANCELLED',
      'MODEL_AUTH',
      'MODEL_UNAVAILABLE',
    ],
  }),
};
