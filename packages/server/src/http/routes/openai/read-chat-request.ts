// OpenAI's messages as ours: what was said before, and the message to answer.
import type { Message, OpenAiChatRequest, OpenAiMessage, ToolCall } from '@cadence/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalidInput } from '../../implement.ts';

/** The message to answer, and all that was said before it. */
export interface Said {
  message: string;
  earlier: Message[];
}

/** Ids of the earlier messages are made from `id`. */
export function readMessages(messages: readonly OpenAiMessage[], id: string): Said {
  const said = messages
    .map((message, index) => ({ message, index }))
    .filter(({ message }) => !instructs(message));
  const last = said.pop();
  const text = last?.message.role === 'user' ? textOf(last.message) : '';
  if (text.trim() === '') {
    const path = `body.messages.${last?.index ?? messages.length - 1}`;
    throw invalidInput([{ path, message: 'the last message must be a text of the user' }]);
  }
  const instructions = messages.filter(instructs).map(textOf).filter(Boolean).join('\n\n');
  const names = toolNames(messages);
  const earlier = said.map(({ message, index }) => toMessage(message, `${id}:${index}`, names));
  return { message: text, earlier: [...asContext(instructions, id), ...earlier] };
}

/** The conversation to go on with, wherever the client can put its id. */
export function conversationIdIn(
  { conversation_id, metadata }: Pick<OpenAiChatRequest, 'conversation_id' | 'metadata'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): string | undefined {
  const given = [conversation_id, metadata?.conversation_id, metadata?.thread_id, headers['x-thread-id']];
  const id = given.find((value) => value !== undefined && value !== null && value !== '');
  if (id === undefined) return undefined;
  const parsed = conversationIdSchema.safeParse(id);
  if (parsed.success) return parsed.data;
  throw invalidInput([{ path: 'body.conversation_id', message: 'must be a text of 1 to 200 characters' }]);
}

const conversationIdSchema = z
  .string()
  .max(200)
  .regex(/^\P{Cc}+$/u);

const instructs = ({ role }: OpenAiMessage): boolean => role === 'system' || role === 'developer';

function textOf({ content }: OpenAiMessage): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text = '' }) => text).join('\n');
}

/** Each agent has a system prompt of its own; what the client adds stands at the head of the conversation. */
function asContext(instructions: string, id: string): Message[] {
  if (instructions === '') return [];
  const content = `Keep to this in the whole conversation:\n${instructions}`;
  return [{ id: `${id}:instructions`, role: 'user', content }];
}

function toMessage(message: OpenAiMessage, id: string, names: ReadonlyMap<string, string>): Message {
  const content = textOf(message);
  if (message.role === 'tool') {
    const toolCallId = message.tool_call_id ?? '';
    return { id, role: 'tool', content, toolCallId, toolName: names.get(toolCallId) ?? 'tool' };
  }
  if (message.role !== 'assistant') return { id, role: 'user', content };
  const toolCalls = message.tool_calls?.map(toToolCall);
  return { id, role: 'assistant', content, ...(toolCalls && toolCalls.length > 0 && { toolCalls }) };
}

function toolNames(messages: readonly OpenAiMessage[]): Map<string, string> {
  const calls = messages.flatMap(({ tool_calls }) => tool_calls ?? []);
  return new Map(calls.map((call) => [call.id, call.function.name]));
}

const argumentsSchema = z.record(z.string(), z.json());

function toToolCall({ id, function: { name, arguments: text } }: RequestedCall): ToolCall {
  try {
    return { id, name, args: argumentsSchema.parse(JSON.parse(text)) };
  } catch {
    return { id, name, args: {}, malformed: text };
  }
}

type RequestedCall = NonNullable<OpenAiMessage['tool_calls']>[number];
