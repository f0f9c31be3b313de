import { z } from 'zod';

const messageSchema = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]).nullish(),
  tool_calls: z
    .array(
      z.looseObject({
        id: z.string().min(1).max(40),
        type: z.literal('function'),
        function: z.looseObject({ name: z.string(), arguments: z.string() }),
      }),
    )
    .min(1)
    .optional(),
  tool_call_id: z.string().optional(),
});
export type ChatRequestMessage = z.infer<typeof messageSchema>;

/** The part of a chat completion request that the real API is strict about and tests depend on. */
export const chatRequestSchema = z.looseObject({
  model: z.string().min(1),
  messages: z.array(messageSchema).min(1),
  tools: z
    .array(
      z.looseObject({
        type: z.literal('function'),
        function: z.looseObject({ name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/) }),
      }),
    )
    .min(1)
    .optional(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
});
export type ChatRequest = z.infer<typeof chatRequestSchema>;

/** The words of the last user message. */
export function lastUserText(request: ChatRequest): string {
  const content = request.messages.findLast((message) => message.role === 'user')?.content;
  if (typeof content === 'string') return withoutNote(content);
  return withoutNote(
    (content ?? []).map((part) => (typeof part.text === 'string' ? part.text : '')).join(''),
  );
}

/** What a user wrote, without what the engine notes below it where a system message may only come first. */
export const withoutNote = (text: string): string => text.split('\n\n<note from=')[0] ?? '';
