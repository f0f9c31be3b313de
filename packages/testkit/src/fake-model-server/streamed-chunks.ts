// How the server's own tests read a stream: no more of the protocol than they look at.
import { z } from 'zod';

const chunkSchema = z.object({
  choices: z.array(
    z.object({
      delta: z.object({
        content: z.string().nullish(),
        tool_calls: z
          .array(
            z.object({
              index: z.number(),
              id: z.string().optional(),
              function: z.object({ name: z.string().optional(), arguments: z.string() }),
            }),
          )
          .optional(),
      }),
      finish_reason: z.string().nullable(),
    }),
  ),
  usage: z.object({ total_tokens: z.number() }).nullish(),
});

export const events = (sse: string) => [...sse.matchAll(/^data: (.*)$/gm)].map(([, data]) => data ?? '');
export const chunks = (sse: string) =>
  events(sse)
    .filter((data) => data !== '[DONE]')
    .map((data) => chunkSchema.parse(JSON.parse(data)));
export const streamedText = (sse: string) =>
  chunks(sse)
    .map((chunk) => chunk.choices[0]?.delta.content ?? '')
    .join('');
