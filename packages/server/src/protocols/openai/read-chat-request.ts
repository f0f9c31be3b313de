import type { OpenAiChatRequest, OpenAiMessage, ToolCall } from '@cadence/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ClientMessage, splitTurn, type Turn } from '../../app/client-messages.ts';
import { invalidInput } from '../../app/invalid-input.ts';

/** Ids of the earlier messages are made from `id`. */
export function readMessages(messages: readonly OpenAiMessage[], id: string): Turn {
  return splitTurn(messages.map(toClientMessage), id, 'body.messages');
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

function toClientMessage(message: OpenAiMessage): ClientMessage {
  const { role, tool_call_id, tool_calls } = message;
  return {
    role: role === 'developer' ? 'system' : role,
    content: textOf(message),
    toolCalls: tool_calls?.map(toToolCall),
    toolCallId: tool_call_id ?? undefined,
  };
}

function textOf({ content }: OpenAiMessage): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text = '' }) => text).join('\n');
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
