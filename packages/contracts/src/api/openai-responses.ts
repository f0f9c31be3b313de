// What Cadence understands of OpenAI's responses.
import { z } from 'zod';
import type { JsonObject } from '../json/json.ts';
import { integerQuery, jsonRecord, pathIdSchema } from './endpoint.ts';
import {
  callerFields,
  functionSchema,
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

const textPart = z.strictObject({ type: z.literal('input_text'), text: z.string() });
const partSchema = z.discriminatedUnion('type', [
  textPart,
  z.strictObject({
    type: z.literal('output_text'),
    text: z.string(),
    annotations: z.array(z.unknown()).max(0, 'are not taken').optional(),
    logprobs: z.array(z.unknown()).max(0, 'are not taken').nullish(),
    parsed: z.unknown().optional(),
  }),
  z.strictObject({ type: z.literal('refusal'), refusal: z.string() }),
  z.strictObject({
    type: z.literal('input_image'),
    image_url: z.string().nullish(),
    file_id: z.string().max(200).nullish(),
    detail: z.enum(['auto', 'low', 'high']).nullish(),
  }),
  z.strictObject({
    type: z.literal('input_file'),
    file_data: z.string().nullish(),
    file_url: z.string().nullish(),
    file_id: z.string().max(200).nullish(),
    filename: z.string().max(255).nullish(),
  }),
]);

/** What an item that was told by us, and is sent again, has beside what it says. */
const told = { id: z.string().nullish(), status: z.string().nullish() };

const itemSchema = z
  .union(
    [
      z.strictObject({
        ...told,
        type: z.literal('message').optional(),
        role: z.enum(['user', 'assistant', 'system', 'developer']),
        content: z.union([z.string(), z.array(partSchema)]),
      }),
      z.strictObject({
        ...told,
        type: z.literal('function_call'),
        call_id: z.string(),
        name: z.string(),
        arguments: z.string(),
        parsed_arguments: z.unknown().optional(),
      }),
      z.strictObject({
        ...told,
        type: z.literal('function_call_output'),
        call_id: z.string(),
        output: z.union([z.string(), z.array(textPart)]),
      }),
    ],
    'must be a message of text, pictures and files, a function call or its output in text; audio, reasoning and the items of other tools are not taken',
  )
  .meta({ id: 'OpenAIInputItem' });
export type OpenAiInputItem = z.infer<typeof itemSchema>;

const functionTool = z.strictObject({
  type: z.literal('function', 'must be "function": the tools of a workflow come from its plugins'),
  ...functionSchema.shape,
  strict: z.boolean().nullish(),
});

const functionChoice = z.strictObject({ type: z.literal('function'), name: z.string() });
const toolChoiceSchema = z.union(
  [
    toolMode,
    functionChoice,
    z.strictObject({
      type: z.literal('allowed_tools'),
      mode: z.enum(['auto', 'required']),
      tools: z.array(functionChoice),
    }),
  ],
  'must be "none", "auto", "required", a function or a list of allowed functions',
);

const formatSchema = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('text') }),
    z.strictObject({ type: z.literal('json_object') }),
    z.strictObject({ type: z.literal('json_schema'), ...schemaFormat }),
  ],
  'must be "text", "json_object" or "json_schema"',
);

const decided = 'is not taken: the workflow decides';
/** What may be told beside the items that there are here. */
const includable = z.string().regex(/^(?!message\.)/, 'is not told: neither probabilities nor images');

export const responseRequestSchema = z
  .strictObject({
    ...callerFields,
    ...writingFields,
    ...refusedFields,
    /** A workflow's id. */
    model: pathIdSchema,
    input: z.union([z.string(), z.array(itemSchema).min(1).max(10_000)]),
    instructions: z.string().nullish(),
    background: z.boolean().nullish(),
    previous_response_id: pathIdSchema.nullish(),
    conversation: z.union([pathIdSchema, z.strictObject({ id: pathIdSchema })]).nullish(),
    include: z.array(includable).nullish(),
    max_output_tokens: tokenLimit,
    stream_options: z
      .strictObject({
        include_obfuscation: onlyTaken([false], 'must be false: nothing is added to hide how long texts are'),
      })
      .nullish(),
    text: z.strictObject({ format: formatSchema.nullish(), verbosity }).nullish(),
    tools: toolsOf(functionTool),
    tool_choice: toolChoiceSchema.nullish(),
    truncation: onlyTaken(['auto'], 'must be "auto": a conversation that is too long is shortened'),
    access_programs: notTaken(decided),
    context_management: notTaken(decided),
    image: notTaken('is not taken: answers are text'),
    max_tool_calls: notTaken(decided),
    prompt: notTaken('is not taken: a workflow has prompts of its own'),
    reasoning: thinking,
  })
  .meta({ id: 'OpenAIResponseRequest' });
export type OpenAiResponseRequest = z.infer<typeof responseRequestSchema>;

const outputItemSchema = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('message'),
      id: z.string(),
      role: z.literal('assistant'),
      status: z.enum(['in_progress', 'completed', 'incomplete']),
      content: z.array(
        z.discriminatedUnion('type', [
          z.object({
            type: z.literal('output_text'),
            text: z.string(),
            annotations: z.array(z.never()),
            logprobs: z.array(z.never()),
          }),
          z.object({ type: z.literal('refusal'), refusal: z.string() }),
        ]),
      ),
    }),
    z.object({
      type: z.literal('function_call'),
      id: z.string(),
      call_id: z.string(),
      name: z.string(),
      arguments: z.string(),
      status: z.enum(['in_progress', 'completed']),
    }),
  ])
  .meta({ id: 'OpenAIOutputItem' });
export type OpenAiOutputItem = z.infer<typeof outputItemSchema>;

export const responseSchema = z
  .object({
    id: z.string(),
    object: z.literal('response'),
    created_at: z.number().int(),
    completed_at: z.number().int().nullable(),
    status: z.enum(['queued', 'in_progress', 'completed', 'incomplete', 'failed', 'cancelled']),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    incomplete_details: z.object({ reason: z.enum(['max_output_tokens', 'content_filter']) }).nullable(),
    instructions: z.string().nullable(),
    model: z.string(),
    output: z.array(outputItemSchema),
    conversation: z.object({ id: z.string() }),
    run_id: z.string(),
    background: z.boolean(),
    max_output_tokens: z.number().nullable(),
    metadata: jsonRecord,
    parallel_tool_calls: z.boolean(),
    previous_response_id: z.string().nullable(),
    reasoning: z.object({ effort: z.null(), summary: z.null() }),
    store: z.boolean(),
    temperature: z.number().nullable(),
    text: jsonRecord,
    tool_choice: z.json(),
    tools: z.array(jsonRecord),
    top_p: z.number().nullable(),
    truncation: z.literal('auto'),
    user: z.string().nullable(),
    safety_identifier: z.string().nullable(),
    prompt_cache_key: z.string().nullable(),
    service_tier: z.literal('default'),
    usage: z
      .object({
        input_tokens: z.number().int(),
        input_tokens_details: z.object({ cached_tokens: z.number().int() }),
        output_tokens: z.number().int(),
        output_tokens_details: z.object({ reasoning_tokens: z.number().int() }),
        total_tokens: z.number().int(),
      })
      .nullable(),
  })
  .meta({ id: 'OpenAIResponse' });
export type OpenAiResponse = z.infer<typeof responseSchema>;

export const responseEventSchema = z
  .looseObject({ type: z.string(), sequence_number: z.number().int() })
  .meta({ id: 'OpenAIResponseEvent' });

/** Whether a response may be fetched later, by what was asked for. */
export const isKept = (asked: JsonObject): boolean => asked.store !== false;
export const keptAs = (asked: JsonObject): Pick<OpenAiResponse, 'store'> => ({ store: isKept(asked) });

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

export const retrieveQuery = z.strictObject({
  stream: flag.optional(),
  starting_after: integerQuery(0).optional(),
  include: z.union([includable, z.array(includable)]).optional(),
  'include[]': z.union([includable, z.array(includable)]).optional(),
  include_obfuscation: z.literal('false', 'must be false').optional(),
});

export const inputItemsQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  order: z.enum(['asc', 'desc']).default('desc'),
  after: pathIdSchema.optional(),
  include: z.union([includable, z.array(includable)]).optional(),
  'include[]': z.union([includable, z.array(includable)]).optional(),
});

export const inputItemsSchema = z.object({
  object: z.literal('list'),
  data: z.array(jsonRecord),
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
  has_more: z.boolean(),
});
