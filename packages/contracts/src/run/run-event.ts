import { z } from 'zod';
import { toolCallSchema } from './message.ts';
import { filePartSchema, partSchema } from './message-parts.ts';
import { usageSchema } from './usage.ts';

export const runStatusSchema = z.enum(['completed', 'suspended', 'awaiting_human', 'failed', 'cancelled']);
/** How a run ended. `suspended`: a limit was hit and the answer says so. */
export type RunStatus = z.infer<typeof runStatusSchema>;

export const degradedReasonSchema = z.enum([
  /** The run came to its end without words for the user, so they were written from what it had found. */
  'answer_missing',
  /** No model could write the answer: it was put together from what the tools found. */
  'answer_without_model',
  /** A model's reply could not be used, also not when it was asked again. */
  'reply_unusable',
  /** A model failed on the way, and the run went on without its part. */
  'model_failed',
  /** The message could not be checked against the policy, and was refused for that. */
  'policy_undecided',
  /** Some of what was planned could not be done. */
  'plan_incomplete',
  /** The run went round in a circle. */
  'cycle',
  /** The answer was longer than the model may write, and breaks off. */
  'answer_cut',
  /** The provider's content filter withheld a part of the answer. */
  'answer_filtered',
  /** The structured part of the answer is left out: no reply had it in the form asked for. */
  'structure_missing',
]);
/** Why an answer is poorer than it should be. */
export type DegradedReason = z.infer<typeof degradedReasonSchema>;

/** Whether an answer came to its end, in the words that protocols of models have for it. */
export function answerFinish(degraded: readonly DegradedReason[]): 'stop' | 'length' | 'content_filter' {
  if (degraded.includes('answer_filtered')) return 'content_filter';
  return degraded.includes('answer_cut') ? 'length' : 'stop';
}

export const runCountersSchema = z.object({
  steps: z.number().int(),
  agentHops: z.number().int(),
  toolHops: z.number().int(),
  sameAgentRoutes: z.number().int(),
  tokens: z.number().int(),
});
/** What the limits are compared with. */
export type RunCounters = z.infer<typeof runCountersSchema>;

export const routeRuleSchema = z.enum([
  'label',
  'always',
  'caller',
  'end',
  'unmatched',
  'limit',
  'cycle',
  'refused',
]);
/** Which rule chose the way: see `docs/ARCHITECTURE.md`, Routing. */
export type RouteRule = z.infer<typeof routeRuleSchema>;

export const routingReceiptSchema = z.object({
  from: z.string(),
  /** Name of the next node, or `null` for the end. */
  to: z.string().nullable(),
  label: z.string().nullable(),
  rule: routeRuleSchema,
  candidates: z.array(z.object({ label: z.string().nullable(), to: z.string().nullable() })),
  counters: runCountersSchema,
  /** What the model gave as its reason, or which limit was hit. */
  reason: z.string().optional(),
  warning: z.string().optional(),
});
/** Why a run went where it went. */
export type RoutingReceipt = z.infer<typeof routingReceiptSchema>;

/** An event as people read it, in one line. */
export interface EventLine {
  /** A step begins, a detail of it, or something went wrong. */
  look: 'step' | 'detail' | 'failure';
  text: string;
}

/** All there is to say about a type of event. */
interface EventDeclaration<Data> {
  data: z.ZodType<Data>;
  /** The letter that stands for the type in stored batches. Never change or reuse one: databases have it. */
  code: string;
  /** About how much memory it takes, in characters, while a slow reader has not fetched it. */
  weight: (data: Data) => number;
  /** How it is shown to whoever follows a run; `null` where it says nothing to people. */
  line: null | ((data: Data, node: string | null) => EventLine | undefined);
}

const defineEvent = <Data>(declaration: EventDeclaration<Data>) => declaration;

const small = () => 500;
const withText = (text: string) => 200 + text.length;
const asJson = (data: object) => withText(JSON.stringify(data));
const detail = (text: string): EventLine => ({ look: 'detail', text });

const deltaPartSchema = z.enum(['text', 'reasoning', 'tool_call']);
/** What a piece of a message belongs to. */
export type DeltaPart = z.infer<typeof deltaPartSchema>;

/** Every type of event: what it carries, how it is stored, kept and shown. */
export const runEvents = {
  on_run_start: defineEvent({
    data: z.object({ workflowId: z.string(), input: z.string().nullable(), tone: z.string() }),
    code: 'S',
    weight: small,
    line: null,
  }),
  on_node_start: defineEvent({
    data: z.object({ nodeType: z.string(), step: z.number().int() }),
    code: 'n',
    weight: small,
    line: (_, node) => ({ look: 'step', text: node ?? '' }),
  }),
  on_chat_model_start: defineEvent({
    data: z.object({
      model: z.string(),
      /** A reference, not a copy: whole prompts in the log would make it grow with the square of the conversation. */
      input: z.object({
        messages: z.number().int(),
        lastMessageId: z.string().nullable(),
        tools: z.array(z.string()),
      }),
      /** Of the message whose text is shown as it comes; absent when none is. Text may have been shown from here on. */
      messageId: z.string().exactOptional(),
    }),
    code: 'm',
    weight: small,
    line: null,
  }),
  on_chat_model_stream: defineEvent({
    data: z.object({
      /** A block of text. It was shown piece by piece before: a reader is given what it has not seen of it. */
      chunk: z.string(),
      messageId: z.string().exactOptional(),
      /** Where in its message the chunk begins, in UTF-16 units. */
      offset: z.number().int().exactOptional(),
    }),
    code: 't',
    weight: ({ chunk }) => withText(chunk),
    line: null,
  }),
  on_chat_model_end: defineEvent({
    data: z.object({
      model: z.string(),
      usage: usageSchema,
      finishReason: z.string(),
      messageId: z.string().exactOptional(),
    }),
    code: 'u',
    weight: small,
    line: null,
  }),
  on_message_start: defineEvent({
    data: z.object({ messageId: z.string(), role: z.enum(['user', 'assistant', 'tool']), node: z.string() }),
    code: 'M',
    weight: small,
    line: null,
  }),
  /** Text that is told while it is written. That of the part `text` is told as `on_chat_model_stream` unless asked for. */
  on_message_delta: defineEvent({
    data: z.object({
      messageId: z.string(),
      part: deltaPartSchema,
      delta: z.string(),
      /** Where in its part the delta begins, in UTF-16 units. */
      offset: z.number().int(),
      /** Of a tool call: the delta is of its arguments, as JSON text. */
      callId: z.string().exactOptional(),
      tool: z.string().exactOptional(),
    }),
    code: 'D',
    weight: ({ delta }) => withText(delta),
    line: null,
  }),
  on_message_end: defineEvent({
    data: z.object({
      messageId: z.string(),
      finishReason: z.string(),
      /** The whole message, where it has what no delta has told. */
      parts: z.array(partSchema).exactOptional(),
    }),
    code: 'N',
    weight: asJson,
    line: null,
  }),
  on_tool_start: defineEvent({
    data: z.object({ tool: z.string(), callId: z.string(), input: z.unknown() }),
    code: 'c',
    weight: asJson,
    line: ({ tool, input }) => detail(`${tool} ${short(JSON.stringify(input) ?? '')}`),
  }),
  on_tool_end: defineEvent({
    data: z.object({
      tool: z.string(),
      callId: z.string(),
      output: z.string(),
      isError: z.boolean(),
      /** Pictures and files that it returned beside its words. */
      files: z.array(filePartSchema).exactOptional(),
    }),
    code: 'd',
    weight: ({ output }) => withText(output),
    line: ({ isError, output }) => detail(`${isError ? '✗' : '='} ${short(output)}`),
  }),
  on_route: defineEvent({
    data: routingReceiptSchema,
    code: 'r',
    weight: small,
    line: ({ warning }) => (warning ? detail(warning) : undefined),
  }),
  on_custom_event: defineEvent({
    data: z.looseObject({ status: z.string() }),
    code: 'x',
    weight: asJson,
    line: ({ status }) => detail(status),
  }),
  on_interrupt: defineEvent({
    data: z.object({
      handoffId: z.string(),
      question: z.string(),
      choices: z.array(z.string()).optional(),
      mustChoose: z.boolean().optional(),
      calls: z.array(toolCallSchema).optional(),
      forCaller: z.boolean().optional(),
      /** The run was told to pause here. */
      pause: z.literal(true).optional(),
    }),
    code: 'i',
    weight: asJson,
    line: null,
  }),
  on_node_end: defineEvent({
    data: z.object({ label: z.string().nullable() }),
    code: 'e',
    weight: small,
    line: null,
  }),
  on_error: defineEvent({
    data: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }),
    code: 'f',
    weight: small,
    line: ({ message, hint }) => ({ look: 'failure', text: hint ? `${message} ${hint}` : message }),
  }),
  on_run_end: defineEvent({
    data: z.object({
      status: runStatusSchema,
      answer: z.string(),
      structured: z.unknown().optional(),
      usage: usageSchema,
      /** Why the answer is poorer than it should be; absent when it is not. */
      degraded: z.array(degradedReasonSchema).exactOptional(),
    }),
    code: 'E',
    weight: ({ answer }) => withText(answer),
    line: null,
  }),
};

export type RunEventType = keyof typeof runEvents;
export type RunEventData<T extends RunEventType> = z.infer<(typeof runEvents)[T]['data']>;

/** An event of one of these types; `seq` counts from 1 without gaps. */
export type RunEventOf<Types extends RunEventType> = {
  [T in Types]: {
    seq: number;
    runId: string;
    time: string;
    /** Name of the node it belongs to, `null` for the run as a whole. */
    node: string | null;
    type: T;
    data: RunEventData<T>;
  };
}[Types];

/** One event of a run. */
export type RunEvent = RunEventOf<RunEventType>;

/** A piece of text as a stream shows it before it is stored: it has no number. The block that has it follows. */
export type LiveEvent = {
  seq?: undefined;
  time?: undefined;
  runId: string;
  node: string;
} & (
  | { type: 'on_chat_model_stream'; data: Required<RunEventData<'on_chat_model_stream'>> }
  | { type: 'on_message_delta'; data: RunEventData<'on_message_delta'> }
);

/** What a stream of a run's events is made of. */
export type StreamedEvent = RunEvent | LiveEvent;

const declarations: { [T in RunEventType]: EventDeclaration<RunEventData<T>> } = runEvents;

/** About how much memory an event takes, in characters. */
export function eventWeight<T extends RunEventType>({ type, data }: RunEventOf<T>): number {
  return declarations[type].weight(data);
}

/** An event in a line, if it says something to people. */
export function eventLine<T extends RunEventType>({
  type,
  data,
  node,
}: RunEventOf<T>): EventLine | undefined {
  return declarations[type].line?.(data, node);
}

const LONGEST_DETAIL = 100;

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > LONGEST_DETAIL ? `${line.slice(0, LONGEST_DETAIL - 1)}…` : line;
}
