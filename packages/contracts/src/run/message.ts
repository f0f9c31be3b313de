import { z } from 'zod';
import { partSchema } from './message-parts.ts';

const jsonObjectSchema = z.record(z.string(), z.json());

export const toolCallSchema = z.object({
  id: z.string(),
  name: z.string(),
  args: jsonObjectSchema,
  /** The text a model sent as arguments when it was not a JSON object; `args` is then empty. */
  malformed: z.string().optional(),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

const contentSchema = {
  /** The words alone: those of all text parts, where there are parts. */
  content: z.string(),
  /** All that it has, in order; absent in a message that is plain words. */
  parts: z.array(partSchema).exactOptional(),
};

const userMessageSchema = z.object({ id: z.string(), role: z.literal('user'), ...contentSchema });
const assistantMessageSchema = z.object({
  id: z.string(),
  role: z.literal('assistant'),
  ...contentSchema,
  /** Name of the node that spoke. */
  agent: z.string().optional(),
  toolCalls: z.array(toolCallSchema).optional(),
});
const toolMessageSchema = z.object({
  id: z.string(),
  role: z.literal('tool'),
  toolCallId: z.string(),
  toolName: z.string(),
  ...contentSchema,
  isError: z.boolean().optional(),
});

export const messageSchema = z.discriminatedUnion('role', [
  userMessageSchema,
  assistantMessageSchema,
  toolMessageSchema,
]);
export type UserMessage = z.infer<typeof userMessageSchema>;
export type AssistantMessage = z.infer<typeof assistantMessageSchema>;
export type ToolMessage = z.infer<typeof toolMessageSchema>;
/** One entry of a conversation. Plain data: it is stored, sent and compared as it is. */
export type Message = z.infer<typeof messageSchema>;
