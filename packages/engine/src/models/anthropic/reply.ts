// A message of Anthropic, whole or assembled from a stream, as a ModelReply.
import {
  type Annotation,
  cacheUsage,
  estimateTokens,
  fieldOf,
  isJsonObject,
  type JsonValue,
  listOf,
  type ModelReply,
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

/** A reply's parts as Anthropic sent them. */
export interface WireMessage {
  text: string;
  thinking: string;
  citations: WireCitation[];
  calls: WireCall[];
  stopReason: string;
  usage: Record<string, JsonValue>;
}

/** Something that a block of text cites; what it is about goes from `start` to `end`. */
export interface WireCitation {
  start: number;
  end?: number;
  cited: JsonValue | undefined;
}

/** The block of text has ended: what it cites is about the text up to here. */
export function endCitations({ text, citations }: WireMessage): void {
  for (const citation of citations) citation.end ??= text.length;
}

export interface WireCall {
  id: string;
  name: string;
  /** JSON text. */
  input: string;
}

/** Reads the body of an answer that was not streamed. */
export function readMessage(model: string, body: string, secret: string | undefined): WireMessage {
  const root = readBody(model, body);
  throwIfError(model, root, secret);
  const blocks = listOf(root.content);
  const ofType = (type: string) => blocks.filter((block) => fieldOf(block, 'type') === type);
  const citations: WireCitation[] = [];
  let text = '';
  for (const block of ofType('text')) {
    const start = text.length;
    text += textOf(fieldOf(block, 'text'));
    for (const cited of listOf(fieldOf(block, 'citations')))
      citations.push({ start, end: text.length, cited });
  }
  return {
    text,
    thinking: ofType('thinking')
      .map((block) => textOf(fieldOf(block, 'thinking')))
      .join('\n'),
    citations,
    calls: ofType('tool_use').map((block) => ({
      id: textOf(fieldOf(block, 'id')),
      name: textOf(fieldOf(block, 'name')),
      input: JSON.stringify(fieldOf(block, 'input') ?? {}),
    })),
    stopReason: textOf(root.stop_reason),
    usage: isJsonObject(root.usage) ? root.usage : {},
  };
}

/** An error may come with status 200, in a stream. */
export function throwIfError(model: string, root: JsonValue, secret: string | undefined): void {
  const error = fieldOf(root, 'error');
  if (error === undefined || error === null) return;
  const said = textOf(fieldOf(error, 'message'));
  const safe = safeProviderMessage(said, secret);
  const length = lengthProblem(said);
  if (length) throw tooLongError(model, safe, length);
  throw badReply(model, 'provider_error', `reported an error: ${safe || 'no reason given'}`);
}

/** `prompt` is for the estimate when tokens are not counted. With `fills`, a call of `reply` is the text. */
export function toModelReply(model: string, wire: WireMessage, prompt: Buffer, fills: boolean): ModelReply {
  const { text, calls, stopReason } = wire;
  const reason = finishReasons[stopReason] ?? 'unknown';
  const content = (fills ? calls.map(({ input }) => input).join('') : '') || text;
  if (fills && content === '') throw badReply(model, 'empty', 'did not fill in the schema');
  const usage = usageOf(wire, prompt, () => [content, ...calls.map(({ input }) => input)].join('\n'));
  if (content === '' && calls.length === 0) throw nothingSaid(model, reason, usage);
  if (calls.some(({ name }) => name === ''))
    throw badReply(model, 'invalid', 'called a tool without naming it');
  const toolCalls = fills ? [] : calls.map(({ id, name, input }) => readToolCall(id, name, input));
  const annotations = fills ? [] : wire.citations.map(toAnnotation);
  return {
    content,
    ...(wire.thinking !== '' && { reasoning: wire.thinking }),
    ...(annotations.length > 0 && { annotations }),
    toolCalls,
    usage,
    finishReason: fills && reason === 'tool_calls' ? 'stop' : reason,
    model,
  };
}

function toAnnotation({ start, end = start, cited }: WireCitation): Annotation {
  const url = textOf(fieldOf(cited, 'url'));
  const title = textOf(fieldOf(cited, 'title')) || textOf(fieldOf(cited, 'document_title'));
  const quote = textOf(fieldOf(cited, 'cited_text'));
  return {
    ...{ type: 'citation' as const, start, end },
    ...(url !== '' && { url }),
    ...(title !== '' && { title }),
    ...(quote !== '' && { quote }),
  };
}

/** What was read from the cache and written to it is not in the count of the input. */
function usageOf({ usage }: WireMessage, prompt: Buffer, written: () => string): ModelReply['usage'] {
  const count = (field: string) => {
    const value = usage[field];
    return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
  };
  const cacheRead = count('cache_read_input_tokens');
  const cacheWritten = count('cache_creation_input_tokens');
  const input = count('input_tokens') + cacheRead + cacheWritten;
  return {
    inputTokens: input || estimateTokens(prompt.toString()),
    outputTokens: count('output_tokens') || estimateTokens(written()),
    modelCalls: 1,
    ...cacheUsage(cacheRead, cacheWritten),
  };
}

const finishReasons: Readonly<Record<string, ModelReply['finishReason']>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content_filter',
};
