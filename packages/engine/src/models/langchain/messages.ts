// Converts conversations to LangChain's classes, and its replies to ours.
import {
  cacheUsage,
  estimateTokens,
  type Message,
  type ModelReply,
  type ModelRequest,
  type ToolCall,
} from '@cadence/contracts';
import type { AIMessage, AIMessageChunk, BaseMessage } from '@langchain/core/messages';
import { badReply } from '../provider/model-error.ts';
import { readToolCall } from '../provider/read-tool-call.ts';

type MessageClasses = typeof import('@langchain/core/messages');

// Several providers continue an assistant message at the end instead of replying to it, and some require the first
// message to be a user's.
const nudge = 'Go on.';

export function toLangchainMessages(classes: MessageClasses, request: ModelRequest): BaseMessage[] {
  const { system, messages } = request;
  const list: BaseMessage[] = system === '' ? [] : [new classes.SystemMessage(system)];
  if (messages[0]?.role !== 'user') list.push(new classes.HumanMessage(nudge));
  for (const message of messages) list.push(toLangchainMessage(classes, message));
  if (messages.length > 1 && messages.at(-1)?.role === 'assistant')
    list.push(new classes.HumanMessage(nudge));
  return list;
}

function toLangchainMessage(classes: MessageClasses, message: Message): BaseMessage {
  if (message.role === 'user') return new classes.HumanMessage(message.content);
  if (message.role === 'tool') {
    return new classes.ToolMessage({
      content: message.content,
      tool_call_id: message.toolCallId,
      name: message.toolName,
      status: message.isError ? 'error' : 'success',
    });
  }
  const calls = message.toolCalls ?? [];
  return new classes.AIMessage({
    content: message.content,
    tool_calls: calls.map(({ id, name, args }) => ({ type: 'tool_call', id, name, args })),
  });
}

/** `promptChars` is for the estimate when the provider does not count tokens. */
export function fromLangchainReply(
  model: string,
  reply: AIMessage | AIMessageChunk,
  promptChars: number,
): ModelReply {
  const content = reply.text;
  const toolCalls = toolCallsOf(reply);
  const finishReason = finishReasonOf(reply, toolCalls.length > 0);
  if (content === '' && toolCalls.length === 0) {
    throw finishReason === 'length'
      ? badReply(model, 'out_of_tokens', 'used up its output tokens before it said anything')
      : badReply(model, 'empty', 'replied with neither text nor a tool call');
  }
  const written = content.length + (toolCalls.length === 0 ? 0 : JSON.stringify(toolCalls).length);
  return {
    content,
    toolCalls,
    usage: {
      inputTokens: countedTokens(reply, 'input_tokens') || estimateTokens(promptChars),
      outputTokens: countedTokens(reply, 'output_tokens') || estimateTokens(written),
      modelCalls: 1,
      ...cacheUsage(detail(reply, 'cache_read'), detail(reply, 'cache_creation')),
    },
    finishReason,
    model,
  };
}

// LangChain's types leave this property out; it is there.
const usageOf = (reply: AIMessage | AIMessageChunk): unknown => reply.usage_metadata;

const countedTokens = (reply: AIMessage | AIMessageChunk, key: string) => countIn(usageOf(reply), key);

function detail(reply: AIMessage | AIMessageChunk, key: string): number {
  const usage = usageOf(reply);
  return isObject(usage) ? countIn(Reflect.get(usage, 'input_token_details'), key) : 0;
}

function countIn(counts: unknown, key: string): number {
  const count: unknown = isObject(counts) ? Reflect.get(counts, key) : undefined;
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 0;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function toolCallsOf(reply: AIMessage | AIMessageChunk): ToolCall[] {
  // In a stream, LangChain completes arguments that were cut off; the chunks have what really came.
  if ('tool_call_chunks' in reply && reply.tool_call_chunks && reply.tool_call_chunks.length > 0) {
    return reply.tool_call_chunks.map(({ id, name, args }) => readToolCall(id ?? '', name ?? '', args ?? ''));
  }
  const calls = (reply.tool_calls ?? []).map(({ id, name, args }) =>
    readToolCall(id ?? '', name, JSON.stringify(args)),
  );
  const invalid = (reply.invalid_tool_calls ?? []).map(({ id, name, args }) => {
    return { ...readToolCall(id ?? '', name ?? '', ''), malformed: args ?? '' };
  });
  return [...calls, ...invalid];
}

const finishReasons: Readonly<Record<string, ModelReply['finishReason']>> = {
  stop: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool_calls',
  tool_calls: 'tool_calls',
  length: 'length',
  max_tokens: 'length',
  content_filter: 'content_filter',
  refusal: 'content_filter',
  safety: 'content_filter',
};

/** The provider's stop reason, whatever the field is called. */
export function stopReason(reply: AIMessage | AIMessageChunk): string | undefined {
  for (const source of [reply.response_metadata, reply.additional_kwargs]) {
    for (const key of ['stop_reason', 'finish_reason', 'finishReason', 'done_reason']) {
      const value: unknown = Reflect.get(source, key);
      if (typeof value === 'string') return value.toLowerCase();
    }
  }
  return undefined;
}

function finishReasonOf(reply: AIMessage | AIMessageChunk, hasCalls: boolean): ModelReply['finishReason'] {
  const reason = finishReasons[stopReason(reply) ?? ''] ?? 'unknown';
  return hasCalls && (reason === 'stop' || reason === 'unknown') ? 'tool_calls' : reason;
}
