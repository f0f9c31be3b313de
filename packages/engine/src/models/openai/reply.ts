// The reply of the chat-completions API, whole or assembled from a stream, as a ModelReply.
import {
  type Annotation,
  cacheUsage,
  estimateTokens,
  fieldOf,
  isJsonObject,
  type JsonValue,
  listOf,
  type ModelReply,
  type ToolCall,
  textOf,
} from '@cadence-agents/contracts';
import { lengthProblem } from '../provider/length-problem.ts';
import {
  badReply,
  nothingSaid,
  readBody,
  safeProviderMessage,
  tooLongError,
} from '../provider/model-error.ts';
import { readToolCall } from '../provider/read-tool-call.ts';

/** A reply's parts as the provider sent them. */
export interface WireReply {
  content: string;
  reasoning: string;
  annotations: Annotation[];
  refusal: string;
  calls: WireCall[];
  finishReason: string;
  usage: JsonValue | undefined;
}

export interface WireCall {
  id: string;
  name: string;
  /** JSON text by the protocol; a few servers send the object itself. */
  arguments: JsonValue;
}

/** Reads the body of an answer that was not streamed. */
export function readCompletion(model: string, body: string, secret: string | undefined): WireReply {
  const root = readBody(model, body);
  throwIfError(model, root, secret);
  const choice = listOf(fieldOf(root, 'choices'))[0];
  const message = fieldOf(choice, 'message');
  if (!isJsonObject(message)) throw badReply(model, 'invalid', 'answered without a message');
  return {
    content: contentText(message.content),
    reasoning: reasoningText(message),
    annotations: citationsOf(message),
    refusal: textOf(message.refusal),
    calls: callParts(message).map((call) => ({
      id: callId(call),
      name: textOf(fieldOf(fieldOf(call, 'function'), 'name')),
      arguments: fieldOf(fieldOf(call, 'function'), 'arguments') ?? '',
    })),
    finishReason: textOf(fieldOf(choice, 'finish_reason')),
    usage: root.usage,
  };
}

/** The calls of a message, or the pieces of them in a delta. Older servers send one alone, as `function_call`. */
export function callParts(message: JsonValue | undefined): JsonValue[] {
  const calls = listOf(fieldOf(message, 'tool_calls'));
  const alone = fieldOf(message, 'function_call');
  return calls.length === 0 && isJsonObject(alone) ? [{ index: 0, function: alone }] : [...calls];
}

/** Text by the protocol; some servers count their calls instead. */
export function callId(call: JsonValue): string {
  const id = fieldOf(call, 'id');
  return typeof id === 'number' ? String(id) : textOf(id);
}

/** An error object may come with status 200, most often in a stream. */
export function throwIfError(model: string, root: JsonValue, secret: string | undefined): void {
  const error = fieldOf(root, 'error');
  if (error === undefined || error === null) return;
  const said = textOf(error) || textOf(fieldOf(error, 'message'));
  const safe = safeProviderMessage(said, secret);
  const length = lengthProblem(said, textOf(fieldOf(error, 'code')));
  if (length) throw tooLongError(model, safe, length);
  throw badReply(model, 'provider_error', `reported an error: ${safe || 'no reason given'}`);
}

/** Text, or the text parts of a list. */
export function contentText(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => textOf(fieldOf(part, 'text')))
    .join('');
}

/** What the model thought, of a message or a delta. OpenAI's own tell none; others have two names for it. */
export const reasoningText = (message: JsonValue | undefined): string =>
  textOf(fieldOf(message, 'reasoning_content')) || textOf(fieldOf(message, 'reasoning'));

/** Pages that a message, or a delta of one, refers to. */
export function citationsOf(message: JsonValue | undefined): Annotation[] {
  return listOf(fieldOf(message, 'annotations')).flatMap((annotation): Annotation[] => {
    const cited = fieldOf(annotation, 'url_citation');
    const start = tokenCount(fieldOf(cited, 'start_index'));
    const end = tokenCount(fieldOf(cited, 'end_index'));
    const url = textOf(fieldOf(cited, 'url'));
    if (start === undefined || end === undefined || url === '') return [];
    const title = textOf(fieldOf(cited, 'title'));
    return [{ type: 'citation', start, end, url, ...(title !== '' && { title }) }];
  });
}

/** `prompt` is for the estimate when the provider does not count tokens. */
export function toModelReply(model: string, wire: WireReply, prompt: Buffer): ModelReply {
  const toolCalls = wire.calls.map((call) => toToolCall(model, call));
  const content = wire.content === '' && toolCalls.length === 0 ? wire.refusal : wire.content;
  const written = () =>
    [content, ...wire.calls.map((call) => `${call.name} ${argumentText(call)}`)].join('\n');
  const usage = {
    inputTokens: tokenCount(fieldOf(wire.usage, 'prompt_tokens')) ?? estimateTokens(prompt.toString()),
    outputTokens: tokenCount(fieldOf(wire.usage, 'completion_tokens')) ?? estimateTokens(written()),
    modelCalls: 1,
    ...cacheUsage(cachedTokens(wire.usage)),
  };
  if (content === '' && toolCalls.length === 0) throw nothingSaid(model, wire.finishReason, usage);
  return {
    content,
    ...(wire.reasoning !== '' && { reasoning: wire.reasoning }),
    ...(wire.annotations.length > 0 && { annotations: wire.annotations }),
    toolCalls,
    usage,
    finishReason: toFinishReason(wire.finishReason, toolCalls.length > 0),
    model,
  };
}

function toToolCall(model: string, call: WireCall): ToolCall {
  if (call.name === '') throw badReply(model, 'invalid', 'called a tool without naming it');
  return readToolCall(call.id, call.name, argumentText(call));
}

function argumentText(call: WireCall): string {
  if (typeof call.arguments === 'string') return call.arguments;
  return call.arguments === null ? '' : JSON.stringify(call.arguments);
}

/** OpenAI says it in the details, DeepSeek beside the count. */
function cachedTokens(usage: JsonValue | undefined): number {
  const details = fieldOf(usage, 'prompt_tokens_details');
  return (
    tokenCount(fieldOf(details, 'cached_tokens')) ??
    tokenCount(fieldOf(usage, 'prompt_cache_hit_tokens')) ??
    0
  );
}

function tokenCount(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

// Some servers finish a reply that calls tools with `stop`.
function toFinishReason(reason: string, hasCalls: boolean): ModelReply['finishReason'] {
  if (reason === 'length' || reason === 'content_filter') return reason;
  if (hasCalls) return 'tool_calls';
  return reason === 'stop' ? 'stop' : 'unknown';
}
