// Providers that are not built in, through LangChain's `initChatModel`. Its packages are installed by those who want
// them, and loaded at the first call: that takes most of a second.
import type { ChatModel, ModelCallOptions, ModelReply, ModelRequest } from '@cadence-agents/contracts';
import type { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { AIMessage, AIMessageChunk, BaseMessage } from '@langchain/core/messages';
import { badReply, timeoutError } from '../provider/model-error.ts';
import { CallTimeout } from '../resilience/call-timeout.ts';
import { langchainError } from './error.ts';
import { type InstanceSettings, LangchainInstances } from './instances.ts';
import { fromLangchainReply, toLangchainMessages } from './messages.ts';
import { langchainProviders } from './providers.ts';
import { TextConsumer } from './text-consumer.ts';

export interface LangchainSettings extends InstanceSettings {
  /** For a whole reply; of a streamed one, for the time between two chunks. */
  timeoutMs: number;
  /** Default 8 million characters. */
  maxReplyChars?: number;
}

interface Call {
  name: string;
  instances: LangchainInstances;
  request: ModelRequest;
  consumer: TextConsumer;
  timeout: CallTimeout;
}

export function langchainModel(settings: LangchainSettings): ChatModel {
  const { provider, timeoutMs, maxReplyChars = 8_000_000 } = settings;
  const name = `${provider}:${settings.model}`;
  const known = langchainProviders[provider];
  const errorContext = {
    model: name,
    package: known?.package ?? `@langchain/${provider}`,
    keyVariable: known?.keyVariable,
    secret: settings.apiKey,
  };
  const instances = new LangchainInstances(settings);

  async function generate(request: ModelRequest, options: ModelCallOptions): Promise<ModelReply> {
    const timeout = new CallTimeout(options.signal, timeoutMs);
    const consumer = new TextConsumer(name, options, maxReplyChars);
    try {
      const call = { name, instances, request, consumer, timeout };
      return await untilAborted(answer(call), timeout.signal);
    } catch (error) {
      timeout.abort();
      if (options.signal.aborted) throw options.signal.reason;
      if (consumer.failed) throw error;
      throw timeout.expired ? timeoutError(name, timeoutMs) : langchainError(error, errorContext);
    } finally {
      consumer.close();
      timeout.stop();
    }
  }
  return { name, generate };
}

async function answer(call: Call): Promise<ModelReply> {
  const { name, instances, consumer, timeout } = call;
  const { signal } = timeout;
  const request = withSchemaInstruction(call.request);
  const messages = toLangchainMessages(await import('@langchain/core/messages'), request);
  const model = await instances.chatModel(request);
  if (usesNativeSchema(request) && request.responseSchema !== undefined) {
    const { reply, json } = await fillSchema(call, model, request.responseSchema, messages);
    const whole = fromLangchainReply(name, reply, messages);
    const content = json || whole.content;
    if (content === '') throw badReply(name, 'empty', 'did not fill in the schema');
    return {
      ...whole,
      content,
      toolCalls: [],
      finishReason: whole.finishReason === 'length' ? 'length' : 'stop',
    };
  }
  const callable = instances.withTools(model, request);
  if (consumer.wantsText) {
    return fromLangchainReply(
      name,
      await readStream(call, await callable.stream(messages, { signal })),
      messages,
    );
  }
  const reply = fromLangchainReply(name, await callable.invoke(messages, { signal }), messages);
  consumer.take(reply.content);
  return reply;
}

async function readStream(call: Call, stream: AsyncIterable<AIMessageChunk>): Promise<AIMessageChunk> {
  let whole: AIMessageChunk | undefined;
  // Not `for await`: when an error leaves that loop, it waits for the next chunk, which may never come.
  const pieces = stream[Symbol.asyncIterator]();
  for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) {
    const chunk = piece.value;
    call.timeout.signal.throwIfAborted();
    call.timeout.refresh();
    whole = whole === undefined ? chunk : whole.concat(chunk);
    call.consumer.take(chunk.text);
  }
  if (whole === undefined) throw badReply(call.name, 'cut', 'ended its stream before the reply was complete');
  return whole;
}

/** Not every provider's package stops at once when its signal aborts. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  return Promise.race([work, promise]);
}

/** Whether the provider's structured output can be used: it excludes tools, and only makes objects. */
function usesNativeSchema({ responseSchema, tools }: ModelRequest): boolean {
  return responseSchema !== undefined && responseSchema.type === 'object' && tools.length === 0;
}

/** The request with the schema as an instruction, where the provider's structured output cannot be used. */
function withSchemaInstruction(request: ModelRequest): ModelRequest {
  if (request.responseSchema === undefined || usesNativeSchema(request)) return request;
  const instruction = `When you answer in text, write nothing but JSON that is an instance of this JSON Schema: ${JSON.stringify(request.responseSchema)}`;
  return { ...request, system: request.system === '' ? instruction : `${request.system}\n\n${instruction}` };
}

/** Asks for an instance of the schema; its JSON is the text of the reply, and is handed over as it comes. */
async function fillSchema(
  call: Call,
  model: BaseChatModel,
  schema: object,
  messages: BaseMessage[],
): Promise<{ reply: AIMessage; json: string }> {
  const { consumer } = call;
  const { signal } = call.timeout;
  const structured = model.withStructuredOutput(schema, { name: 'reply', includeRaw: true });
  const pieces = new JsonPieces(call);
  const callbacks = consumer.wantsText ? [await pieces.handler()] : [];
  const result: unknown = await structured.invoke(messages, { signal, callbacks }).catch((error: unknown) => {
    throw pieces.failure ?? error;
  });
  const { AIMessage: Reply } = await import('@langchain/core/messages');
  const raw = field(result, 'raw');
  if (!Reply.isInstance(raw)) throw new Error('The reply is not a message.');
  const parsed = field(result, 'parsed') ?? null;
  const json = parsed === null ? pieces.text : JSON.stringify(parsed);
  // Not every provider's package streams.
  if (pieces.text === '') consumer.take(json);
  return { reply: raw, json };
}

/** Hands over the JSON of a reply while LangChain waits for the whole of it to parse it. */
class JsonPieces {
  text = '';
  /** What the consumer threw: LangChain would log it and go on. */
  failure: unknown;
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  async handler(): Promise<BaseCallbackHandler> {
    const { BaseCallbackHandler: Handler } = await import('@langchain/core/callbacks/base');
    const take = (chunk: unknown) => this.#take(jsonIn(chunk));
    class Pieces extends Handler {
      readonly name = 'json_pieces';
      override readonly awaitHandlers = true;
      /** Makes a model that is invoked stream. */
      readonly lc_prefer_streaming = true;
      override handleLLMNewToken(...[, , , , , fields]: NewToken): void {
        take(field(fields?.chunk, 'message'));
      }
    }
    return new Pieces();
  }

  #take(piece: string): void {
    const { consumer, timeout } = this.#call;
    timeout.refresh();
    this.text += piece;
    try {
      consumer.take(piece);
    } catch (error) {
      this.failure = error;
      timeout.abort();
    }
  }
}

type NewToken = Parameters<NonNullable<BaseCallbackHandler['handleLLMNewToken']>>;

/** Some providers fill a schema in as the arguments of a call, others as text. */
function jsonIn(chunk: unknown): string {
  const calls = field(chunk, 'tool_call_chunks');
  const args = Array.isArray(calls) ? calls.map((call) => textOf(field(call, 'args'))).join('') : '';
  return args || textOf(field(chunk, 'text'));
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
