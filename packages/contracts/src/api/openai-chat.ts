// What Cadence understands of OpenAI's chat completions.
import { z } from 'zod';
import { givenToneSchema } from '../run/tone.ts';
import { pathIdSchema } from './endpoint.ts';
import {
  callerFields,
  functionSchema,
  namedFunction,
  notTaken,
  onlyTaken,
  refusedFields,
  schemaFormat,
  thinking,
  tokenLimit,
  toolMode,
  toolsOf,
  verbosity,
  writingFields,
} from './openai-fields.ts';

const partSchema = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('text'), text: z.string() }),
    z.strictObject({ type: z.literal('refusal'), refusal: z.string() }),
  ],
  'must be a part of the type "text": pictures and files are taken from the user',
);
const contentSchema = z.union([z.string(), z.array(partSchema)], {
  error: 'must be a text or a list of parts of the type "text": pictures and files are taken from the user',
});

const imagePart = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({ url: z.string().min(1), detail: z.enum(['auto', 'low', 'high']).optional() }),
});
const filePart = z.strictObject({
  type: z.literal('file'),
  file: z.strictObject({
    /** As base64, alone or in a `data:` address. */
    file_data: z.string().nullish(),
    /** Of a file that was stored here. */
    file_id: z.string().max(200).nullish(),
    filename: z.string().max(255).nullish(),
  }),
});
const saidParts =
  'must be a text or a list of parts of the types "text", "image_url" and "file"; audio is not taken';
const saidSchema = z.union(
  [
    z.string(),
    z.array(z.discriminatedUnion('type', [...partSchema.options, imagePart, filePart], saidParts)),
  ],
  { error: saidParts },
);

const callSchema = z.strictObject({
  id: z.string(),
  type: z.literal('function', 'must be "function"').optional(),
  function: z.strictObject({
    name: z.string(),
    arguments: z.string(),
    /** Clients that read arguments by a schema send what they read along. */
    parsed_arguments: z.unknown().optional(),
  }),
  /** Of the pieces of a stream. */
  index: z.number().optional(),
});

const name = z.string().max(64).nullish();

const chatMessageSchema = z
  .discriminatedUnion('role', [
    z.strictObject({ role: z.enum(['system', 'developer']), content: contentSchema, name }),
    z.strictObject({ role: z.literal('user'), content: saidSchema, name }),
    z.strictObject({
      role: z.literal('assistant'),
      content: contentSchema.nullish(),
      name,
      refusal: z.string().nullish(),
      tool_calls: z.array(callSchema).nullish(),
      /** What clients keep of a reply beside its text, and send again. */
      annotations: z.array(z.unknown()).max(0, 'are not taken').nullish(),
      parsed: z.unknown().optional(),
      audio: notTaken('is not taken'),
      function_call: notTaken('is not taken: use "tool_calls"'),
    }),
    z.strictObject({ role: z.literal('tool'), content: contentSchema, tool_call_id: z.string(), name }),
  ])
  .meta({ id: 'OpenAIMessage' });
export type OpenAiMessage = z.infer<typeof chatMessageSchema>;

const functionChoice = z.strictObject({ type: z.literal('function'), function: namedFunction });

const toolChoiceSchema = z.union(
  [
    toolMode,
    functionChoice,
    z.strictObject({
      type: z.literal('allowed_tools'),
      allowed_tools: z.strictObject({ mode: z.enum(['auto', 'required']), tools: z.array(functionChoice) }),
    }),
  ],
  'must be "none", "auto", "required", a function or a list of allowed functions',
);
export type OpenAiToolChoice = z.infer<typeof toolChoiceSchema>;

const responseFormatSchema = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('text') }),
    z.strictObject({ type: z.literal('json_object') }),
    z.strictObject({ type: z.literal('json_schema'), json_schema: z.strictObject(schemaFormat) }),
  ],
  'must be "text", "json_object" or "json_schema"',
);

/** Conversations that one request may begin. */
const MOST_CHOICES = 4;
const neutral = 'must be 0: the models of the workflow decide';

export const chatRequestSchema = z
  .strictObject({
    ...callerFields,
    ...writingFields,
    ...refusedFields,
    /** A workflow's id. */
    model: pathIdSchema,
    messages: z.array(chatMessageSchema).min(1).max(10_000),
    stream_options: z
      .strictObject({
        include_usage: z.boolean().nullish(),
        include_obfuscation: onlyTaken([false], 'must be false: nothing is added to hide how long texts are'),
      })
      .nullish(),
    tone: givenToneSchema,
    /** A conversation to go on with; also as `metadata.conversation_id`, `metadata.thread_id` or `X-Thread-Id`. */
    conversation_id: pathIdSchema.nullish(),
    n: z.number().int().min(1).max(MOST_CHOICES, `must be at most ${MOST_CHOICES}`).nullish(),
    stop: z.union([z.string().min(1), z.array(z.string().min(1)).max(4, 'must be at most 4')]).nullish(),
    max_tokens: tokenLimit,
    max_completion_tokens: tokenLimit,
    tools: toolsOf(
      z.strictObject({
        type: z.literal('function', 'must be "function": the tools of a workflow come from its plugins'),
        function: functionSchema,
      }),
    ),
    tool_choice: toolChoiceSchema.nullish(),
    response_format: responseFormatSchema.nullish(),
    modalities: z.array(z.literal('text', 'must be "text"')).nullish(),
    audio: notTaken('is not taken: answers are text'),
    frequency_penalty: onlyTaken([0], neutral),
    presence_penalty: onlyTaken([0], neutral),
    functions: notTaken('is not taken: use "tools"'),
    function_call: notTaken('is not taken: use "tool_choice"'),
    logprobs: onlyTaken([false], 'must be false: probabilities are not told'),
    prediction: notTaken('is not taken: the models of the workflow decide'),
    reasoning_effort: thinking,
    seed: notTaken('is not taken: several models may answer, and none promises the same answer twice'),
    verbosity,
    web_search_options: notTaken('is not taken: a workflow has tools of its own'),
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

const toldCallSchema = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
});

export const completionSchema = z
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
          content: z.string().nullable(),
          /** What is said where the answer cannot be in the form asked for. */
          refusal: z.string().nullable(),
          tool_calls: z.array(toldCallSchema).exactOptional(),
        }),
        logprobs: z.null(),
        finish_reason: z.enum(['stop', 'length', 'content_filter', 'tool_calls']),
      }),
    ),
    usage: tokensSchema,
  })
  .meta({ id: 'OpenAIChatCompletion' });

export const chunkSchema = z
  .looseObject({
    ...completionSchema.shape,
    object: z.literal('chat.completion.chunk'),
    choices: z.array(
      z.looseObject({
        index: z.number().int(),
        delta: z.looseObject({
          role: z.literal('assistant').optional(),
          content: z.string().optional(),
          refusal: z.string().optional(),
          tool_calls: z.array(z.looseObject({ index: z.number().int() })).optional(),
        }),
        finish_reason: z.string().nullable(),
      }),
    ),
    /** In the last one, when asked for. */
    usage: tokensSchema.nullish(),
  })
  .meta({ id: 'OpenAIChatChunk' });
