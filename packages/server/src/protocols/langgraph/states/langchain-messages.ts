// Messages in LangChain's form, as its clients send and expect them.
import type { Message } from '@cadence-agents/contracts';
import { z } from 'zod';
import type { ClientMessage } from '../../../app/client-messages.ts';
import { invalidInput } from '../../../app/invalid-input.ts';
import { blocksSchema, readContent, shownContent } from './content-blocks.ts';

export type LangChainMessage = ReturnType<typeof toLangChain>;

export function toLangChain(message: Message) {
  const { id } = message;
  const common = { id, content: shownContent(message), additional_kwargs: {}, response_metadata: {} };
  if (message.role === 'user') return { ...common, type: 'human' as const };
  if (message.role === 'tool') {
    const { toolName: name, toolCallId: tool_call_id, isError } = message;
    return { ...common, type: 'tool' as const, name, tool_call_id, status: isError ? 'error' : 'success' };
  }
  const { agent, toolCalls = [] } = message;
  return {
    ...common,
    type: 'ai' as const,
    ...(agent !== undefined && { name: agent }),
    tool_calls: toolCalls.map((call) => ({
      id: call.id,
      name: call.name,
      args: call.args,
      type: 'tool_call',
    })),
    invalid_tool_calls: [],
  };
}

/** Reads `{messages}` of an input; `path` says where it stands in the request. */
export function readLangChain(input: unknown, path: string): ClientMessage[] {
  return messagesIn(input, path).map((each, index) => readMessage(each, `${path}.messages.${index}`));
}

/** The entries of `{messages}`, each in any form. */
export function messagesIn(input: unknown, path: string): unknown[] {
  const parsed = inputSchema.safeParse(input);
  const given = parsed.data?.messages;
  if (given === undefined || given === null) {
    throw invalidInput([{ path, message: 'must be an object with "messages"' }]);
  }
  // A pair of texts is one message, as in ["human", "hello"].
  const isPair =
    Array.isArray(given) && given.length === 2 && given.every((each) => typeof each === 'string');
  return Array.isArray(given) && !isPair ? given : [given];
}

const inputSchema = z.looseObject({ messages: z.unknown() });

const roles: Record<string, ClientMessage['role'] | undefined> = {
  human: 'user',
  user: 'user',
  ai: 'assistant',
  assistant: 'assistant',
  system: 'system',
  developer: 'system',
  tool: 'tool',
};

const messageSchema = z.looseObject({
  type: z.string().optional(),
  role: z.string().optional(),
  content: z.union([z.string(), blocksSchema]),
  id: z.string().min(1).max(200).nullish(),
  tool_calls: z
    .array(z.looseObject({ id: z.string(), name: z.string(), args: z.record(z.string(), z.json()) }))
    .nullish(),
  tool_call_id: z.string().nullish(),
});

export function readMessage(given: unknown, path: string): ClientMessage {
  const parsed = messageSchema.safeParse(fieldsOf(given));
  const { type = '', role: named = type, content = '', id, tool_calls, tool_call_id } = parsed.data ?? {};
  const role = roles[named];
  if (!parsed.success || !role) {
    throw invalidInput([
      {
        path,
        message:
          'must be a message with a role (human, ai, system or tool) and a text or content blocks as its content',
      },
    ]);
  }
  return {
    role,
    ...readContent(content, `${path}.content`),
    id: id ?? undefined,
    toolCalls: tool_calls?.map((call) => ({ id: call.id, name: call.name, args: call.args })),
    toolCallId: tool_call_id ?? undefined,
  };
}

const constructorSchema = z.object({
  lc: z.literal(1),
  id: z.array(z.string()),
  kwargs: z.record(z.string(), z.unknown()),
});

/** A text, a pair of role and text, LangChain's own serialised form, or the fields themselves. */
function fieldsOf(given: unknown): unknown {
  if (typeof given === 'string') return { type: 'human', content: given };
  if (Array.isArray(given)) return { type: given[0], content: given[1] };
  const serialised = constructorSchema.safeParse(given);
  if (!serialised.success) return given;
  const name = serialised.data.id.at(-1) ?? '';
  return { ...serialised.data.kwargs, type: name.replace(/Message(?:Chunk)?$/, '').toLowerCase() };
}
