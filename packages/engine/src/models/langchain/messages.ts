// Converts conversations to LangChain's classes, and its replies to ours.
import {
  cacheUsage,
  estimateTokens,
  type ModelReply,
  type ModelRequest,
  type ToolCall,
  type ToolMessage,
} from '@cadence-agents/contracts';
import type { AIMessage, AIMessageChunk, BaseMessage } from '@langchain/core/messages';
import { type LoadedFile, loadedFiles } from '../../files/loaded-files.ts';
import { nothingSaid } from '../provider/model-error.ts';
import { inQuestion } from '../provider/note.ts';
import { readToolCall } from '../provider/read-tool-call.ts';
import { type AssistantTurn, alternating } from '../provider/turns.ts';

export type MessageClasses = typeof import('@langchain/core/messages');

/** The conversation as messages of LangChain. */
export function toLangchainMessages(classes: MessageClasses, request: ModelRequest): BaseMessage[] {
  const { system, note = '' } = request;
  const turns = alternating(request);
  // After the results of tools some providers take nothing but the reply to them, so the note goes to the question.
  const asked = note === '' ? -1 : turns.findLastIndex((turn) => turn.role === 'user' && turn.text !== '');
  const messages = turns.flatMap((turn, index): BaseMessage[] => {
    if (turn.role === 'assistant') return [toAiMessage(classes, turn)];
    const results = turn.results.map((result) => toToolMessage(classes, result));
    // Not every package takes files in the result of a tool: some would send their bytes as text.
    const files = [...turn.results.flatMap(loadedFiles), ...turn.files];
    if (turn.text === '' && files.length === 0) return results;
    const text = index === asked ? inQuestion(turn.text, note) : turn.text;
    return [...results, toHumanMessage(classes, text, files)];
  });
  return system === '' ? messages : [new classes.SystemMessage(system), ...messages];
}

function toHumanMessage(classes: MessageClasses, text: string, files: readonly LoadedFile[]): BaseMessage {
  if (files.length === 0) return new classes.HumanMessage(text);
  const blocks = files.map((file) =>
    file.type === 'text'
      ? { type: 'text', text: file.text }
      : {
          type: file.type === 'image' ? 'image' : 'file',
          source_type: 'base64',
          mime_type: file.mediaType,
          data: file.base64,
        },
  );
  return new classes.HumanMessage({ content: [...(text === '' ? [] : [{ type: 'text', text }]), ...blocks] });
}

function toAiMessage(classes: MessageClasses, { text, calls }: AssistantTurn): BaseMessage {
  return new classes.AIMessage({
    content: text,
    tool_calls: calls.map(({ id, name, args }) => ({ type: 'tool_call', id, name, args })),
  });
}

function toToolMessage(classes: MessageClasses, result: ToolMessage): BaseMessage {
  return new classes.ToolMessage({
    content: result.content,
    tool_call_id: result.toolCallId,
    name: result.toolName,
    status: result.isError ? 'error' : 'success',
  });
}

/** `prompt` is for the estimate when the provider does not count tokens. */
export function fromLangchainReply(
  model: string,
  reply: AIMessage | AIMessageChunk,
  prompt: readonly BaseMessage[],
): ModelReply {
  const content = reply.text;
  const toolCalls = toolCallsOf(reply);
  const finishReason = finishReasonOf(reply, toolCalls.length > 0);
  const written = () => (toolCalls.length === 0 ? content : `${content}\n${JSON.stringify(toolCalls)}`);
  const usage = {
    inputTokens:
      countedTokens(reply, 'input_tokens') || estimateTokens(prompt.map(({ text }) => text).join('\n')),
    outputTokens: countedTokens(reply, 'output_tokens') || estimateTokens(written()),
    modelCalls: 1,
    ...cacheUsage(detail(reply, 'cache_read'), detail(reply, 'cache_creation')),
  };
  if (content === '' && toolCalls.length === 0) throw nothingSaid(model, finishReason, usage);
  return { content, toolCalls, usage, finishReason, model };
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
function stopReason(reply: AIMessage | AIMessageChunk): string | undefined {
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
