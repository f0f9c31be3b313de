// A chat-completions server on loopback that enforces a context window as OpenAI does: tokens are counted by OpenAI's
// own tokenizer, and a request that does not fit together with the reply it asks for is answered with 400.
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { z } from 'zod';
import { json, type LocalServer, startLocalServer } from './local-server.fixture.ts';

const encoder = new Tiktoken(o200k);
const counted = new Map<string, number>();

/** What the real tokenizer makes of a text. */
function countTokens(text: string): number {
  const known = counted.get(text);
  if (known !== undefined) return known;
  const count = encoder.encode(text, 'all').length;
  counted.set(text, count);
  return count;
}

const messageSchema = z.looseObject({
  role: z.string(),
  content: z.string().nullish(),
  tool_calls: z
    .array(z.looseObject({ function: z.object({ name: z.string(), arguments: z.string() }) }))
    .optional(),
});
const bodySchema = z.looseObject({
  model: z.string(),
  messages: z.array(messageSchema),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).default([]),
  response_format: z.unknown().optional(),
  max_tokens: z.number().optional(),
  max_completion_tokens: z.number().optional(),
});
export type AskedBody = z.infer<typeof bodySchema>;

export interface WindowReply {
  content?: string;
  calls?: { name: string; args: object }[];
  finishReason?: string;
  /** Answers 400 with this message instead. */
  refuse?: string;
}

export interface WindowServer extends LocalServer {
  /** Each request: its tokens, and whether it was refused. */
  asked: { tokens: number; refused: boolean; body: AskedBody }[];
}

/** What the server answers to a request that is too long. */
export type TooLong = (asked: { tokens: number; output: number; window: number }) => {
  status: number;
  body: unknown;
};

const asOpenAi: TooLong = ({ tokens, output, window }) => ({
  status: 400,
  body: {
    error: {
      message: `This model's maximum context length is ${window} tokens. However, you requested ${tokens + output} tokens (${tokens} in the messages, ${output} in the completion). Please reduce the length of the messages or completion.`,
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    },
  },
});

export async function startWindowServer(
  window: number,
  reply: (body: AskedBody, call: number) => WindowReply,
  tooLong: TooLong = asOpenAi,
): Promise<WindowServer> {
  const asked: WindowServer['asked'] = [];
  const server = await startLocalServer((response, _request, call) => {
    const body = bodySchema.parse(server.bodies.pop());
    const tokens = tokensOf(body);
    const output = body.max_completion_tokens ?? body.max_tokens ?? 0;
    const refused = tokens + output > window;
    asked.push({ tokens, refused, body });
    if (refused) {
      const refusal = tooLong({ tokens, output, window });
      return json(response, refusal.body, refusal.status);
    }
    const said = reply(body, call);
    if (said.refuse !== undefined) return json(response, { error: { message: said.refuse } }, 400);
    json(response, completion(body, said, tokens, call));
  });
  return { ...server, asked };
}

function tokensOf({ messages, tools, response_format }: AskedBody): number {
  const texts = messages.map(({ content, tool_calls = [] }) => [
    content ?? '',
    ...tool_calls.flatMap((call) => [call.function.name, call.function.arguments]),
  ]);
  const said = texts.flat().reduce((sum, text) => sum + countTokens(text), 0);
  const extra = [...tools, ...(response_format ? [response_format] : [])];
  // Three tokens around each message, and three that begin the reply.
  return (
    said + extra.reduce<number>((sum, one) => sum + countTokens(JSON.stringify(one)), messages.length * 3 + 3)
  );
}

function completion(
  { model, max_completion_tokens, max_tokens }: AskedBody,
  { content = '', calls = [], finishReason }: WindowReply,
  tokens: number,
  call: number,
) {
  const cap = max_completion_tokens ?? max_tokens ?? Number.POSITIVE_INFINITY;
  const written = encoder.encode(content, 'all');
  const isCut = written.length > cap;
  const said = isCut ? encoder.decode(written.slice(0, cap)) : content;
  const tool_calls = calls.map(({ name, args }, index) => ({
    id: `call_${call}_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }));
  const finish = isCut ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop';
  return {
    id: `chatcmpl-${call}`,
    object: 'chat.completion',
    created: 0,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: said, ...(calls.length > 0 && { tool_calls }) },
        finish_reason: finishReason ?? finish,
      },
    ],
    usage: { prompt_tokens: tokens, completion_tokens: Math.min(written.length, cap), total_tokens: 0 },
  };
}
