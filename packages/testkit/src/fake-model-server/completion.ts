// The bodies of the chat completions API: a whole answer, or the chunks of a streamed one.
import { splitTokens } from '../split-tokens.ts';
import type { Answering, FakeToolCall } from './behaviour.ts';
import type { ChatRequest } from './chat-request.ts';

export interface Completion {
  /** Number of the request, counted from 1. */
  number: number;
  request: ChatRequest;
  answer: Answering;
}

type Json = Record<string, unknown>;

const argumentsText = (call: FakeToolCall) =>
  typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);

function toolCallHead(call: FakeToolCall, index: number, requestNumber: number): Json {
  const id = call.id === undefined ? `call_${requestNumber}_${index + 1}` : call.id;
  return { ...(id !== null && { id }), type: 'function' };
}

function finishReason(answer: Answering): string {
  if (answer.kind === 'reply' && answer.finishReason) return answer.finishReason;
  return answer.toolCalls?.length ? 'tool_calls' : 'stop';
}

function usage({ request, answer }: Completion): Json {
  const counted = answer.usage ?? {
    inputTokens: splitTokens(JSON.stringify(request.messages)).length,
    outputTokens: splitTokens(answer.text ?? '').length + (answer.toolCalls?.length ?? 0),
  };
  return {
    prompt_tokens: counted.inputTokens,
    completion_tokens: counted.outputTokens,
    total_tokens: counted.inputTokens + counted.outputTokens,
  };
}

const envelope = ({ number, request }: Completion, object: string): Json => ({
  id: `chatcmpl-${number}`,
  object,
  created: 1,
  model: request.model,
});

export function completionBody(completion: Completion): Json {
  const { answer, number } = completion;
  const toolCalls = (answer.toolCalls ?? []).map((call, index) => ({
    ...toolCallHead(call, index, number),
    function: { name: call.name, arguments: argumentsText(call) },
  }));
  const message = {
    role: 'assistant',
    ...(answer.reasoning !== undefined && { reasoning_content: answer.reasoning }),
    content: answer.text ?? null,
    refusal: null,
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
  };
  return {
    ...envelope(completion, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(answer) }],
    usage: usage(completion),
  };
}

function* deltas({ answer, number }: Completion): Generator<Json> {
  for (const token of splitTokens(answer.reasoning ?? '')) yield { reasoning_content: token };
  for (const token of splitTokens(answer.text ?? '')) yield { content: token };
  for (const [index, call] of (answer.toolCalls ?? []).entries()) {
    const head = toolCallHead(call, index, number);
    yield { tool_calls: [{ index, ...head, function: { name: call.name, arguments: '' } }] };
    // By code point: a chunk is JSON of its own, and half a surrogate pair would not survive it.
    const characters = Array.from(argumentsText(call));
    const size = Math.max(1, Math.ceil(characters.length / 3));
    for (let at = 0; at < characters.length; at += size) {
      const piece = characters.slice(at, at + size).join('');
      yield { tool_calls: [{ index, function: { arguments: piece } }] };
    }
  }
}

const includesUsage = ({ request }: Completion) => request.stream_options?.include_usage === true;

function chunk(completion: Completion, delta: Json, finish: string | null): Json {
  return {
    ...envelope(completion, 'chat.completion.chunk'),
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    ...(includesUsage(completion) && { usage: null }),
  };
}

/** What comes before the first token. */
export const openingChunk = (completion: Completion): Json =>
  chunk(completion, { role: 'assistant', content: completion.answer.toolCalls ? null : '' }, null);

/** One chunk for each token of the text and each piece of a call. */
export function* tokenChunks(completion: Completion): Generator<Json> {
  for (const delta of deltas(completion)) yield chunk(completion, delta, null);
}

/** The finish reason, and the usage when it was asked for. */
export function* closingChunks(completion: Completion): Generator<Json> {
  yield chunk(completion, {}, finishReason(completion.answer));
  if (includesUsage(completion)) {
    yield { ...envelope(completion, 'chat.completion.chunk'), choices: [], usage: usage(completion) };
  }
}
