import { z } from 'zod';
import { toolCallSchema } from './message.ts';
import { usageSchema } from './usage.ts';

export const runStatusSchema = z.enum(['completed', 'suspended', 'awaiting_human', 'failed', 'cancelled']);
/** How a run ended. `suspended`: a limit was hit and the answer says so. */
export type RunStatus = z.infer<typeof runStatusSchema>;

export const runCountersSchema = z.object({
  steps: z.number().int(),
  agentHops: z.number().int(),
  toolHops: z.number().int(),
  sameAgentRoutes: z.number().int(),
  tokens: z.number().int(),
});
/** What the limits are compared with. */
export type RunCounters = z.infer<typeof runCountersSchema>;

export const routeRuleSchema = z.enum(['label', 'always', 'caller', 'end', 'unmatched', 'limit']);
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

const customEventSchema = z.looseObject({ status: z.string() });

/** What each type of event carries. */
export const runEventDataSchemas = {
  on_run_start: z.object({ workflowId: z.string(), input: z.string().nullable(), tone: z.string() }),
  on_node_start: z.object({ nodeType: z.string(), step: z.number().int() }),
  on_chat_model_start: z.object({
    model: z.string(),
    /** A reference, not a copy: whole prompts in the log would make it grow with the square of the conversation. */
    input: z.object({
      messages: z.number().int(),
      lastMessageId: z.string().nullable(),
      tools: z.array(z.string()),
    }),
  }),
  on_chat_model_stream: z.object({ chunk: z.string() }),
  on_chat_model_end: z.object({ model: z.string(), usage: usageSchema, finishReason: z.string() }),
  on_tool_start: z.object({ tool: z.string(), callId: z.string(), input: z.unknown() }),
  on_tool_end: z.object({ tool: z.string(), callId: z.string(), output: z.string(), isError: z.boolean() }),
  on_route: routingReceiptSchema,
  on_custom_event: customEventSchema,
  on_interrupt: z.object({
    handoffId: z.string(),
    question: z.string(),
    choices: z.array(z.string()).optional(),
    mustChoose: z.boolean().optional(),
    calls: z.array(toolCallSchema).optional(),
  }),
  on_node_end: z.object({ label: z.string().nullable() }),
  on_error: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }),
  on_run_end: z.object({
    status: runStatusSchema,
    answer: z.string(),
    structured: z.unknown().optional(),
    usage: usageSchema,
  }),
} as const;

export type RunEventType = keyof typeof runEventDataSchemas;
export type RunEventData<T extends RunEventType> = z.infer<(typeof runEventDataSchemas)[T]>;

/** One event of a run; `seq` counts from 1 without gaps. */
export type RunEvent = {
  [T in RunEventType]: {
    seq: number;
    runId: string;
    time: string;
    /** Name of the node it belongs to, `null` for the run as a whole. */
    node: string | null;
    type: T;
    data: RunEventData<T>;
  };
}[RunEventType];
