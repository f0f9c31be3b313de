// Every provider but OpenAI, through LangChain's `initChatModel`. It takes most of a second to import, so it is
// loaded at the first call.
import type { ChatModel, ModelCallOptions, ModelReply, ModelRequest } from '@cadence/contracts';
import type { AIMessageChunk } from '@langchain/core/messages';
import { badReply, timeoutError } from '../provider/model-error.ts';
import { CallDeadline } from '../resilience/call-timeout.ts';
import { langchainError } from './error.ts';
import { type InstanceSettings, LangchainInstances } from './instances.ts';
import { fromLangchainReply, stopReason, toLangchainMessages } from './messages.ts';
import { langchainProviders } from './providers.ts';
import { invokeForSchema, usesNativeSchema, withSchemaInstruction } from './structured.ts';
import { TextConsumer } from './text-consumer.ts';

export interface LangchainSettings extends InstanceSettings {
  /** How long a whole reply may take, or, of a streamed one, the time until the next piece. */
  timeoutMs: number;
  /** Default 8 million characters. */
  maxReplyChars?: number;
}

interface Call {
  name: string;
  instances: LangchainInstances;
  /** Whether a stream of this provider that gives no reason for its end was cut. */
  tellsItsEnd: boolean;
  request: ModelRequest;
  consumer: TextConsumer;
  deadline: CallDeadline;
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
  const tellsItsEnd = known?.tellsItsEnd ?? false;

  async function generate(request: ModelRequest, options: ModelCallOptions): Promise<ModelReply> {
    const deadline = new CallDeadline(options.signal, timeoutMs);
    const consumer = new TextConsumer(name, options, maxReplyChars);
    try {
      const call = { name, instances, tellsItsEnd, request, consumer, deadline };
      return await untilAborted(answer(call), deadline.signal);
    } catch (error) {
      deadline.abort();
      if (options.signal.aborted) throw options.signal.reason;
      if (consumer.failed) throw error;
      throw deadline.expired ? timeoutError(name, timeoutMs) : langchainError(error, errorContext);
    } finally {
      consumer.close();
      deadline.stop();
    }
  }
  return { name, generate };
}

async function answer(call: Call): Promise<ModelReply> {
  const { name, instances, consumer, deadline } = call;
  const { signal } = deadline;
  const request = withSchemaInstruction(call.request);
  const messages = toLangchainMessages(await import('@langchain/core/messages'), request);
  const promptChars = messages.reduce((sum, message) => sum + message.text.length, 0);
  const model = await instances.chatModel(request);
  if (usesNativeSchema(request) && request.responseSchema !== undefined) {
    const { reply, json } = await invokeForSchema(model, request.responseSchema, messages, signal);
    const whole = fromLangchainReply(name, reply, promptChars);
    const content = json ?? whole.content;
    if (content === '') throw badReply(name, 'empty', 'did not fill in the schema');
    consumer.take(content);
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
      promptChars,
    );
  }
  const reply = fromLangchainReply(name, await callable.invoke(messages, { signal }), promptChars);
  consumer.take(reply.content);
  return reply;
}

async function readStream(call: Call, stream: AsyncIterable<AIMessageChunk>): Promise<AIMessageChunk> {
  let whole: AIMessageChunk | undefined;
  // Not `for await`: leaving that loop by an error waits for the provider's next piece, which may never come.
  const pieces = stream[Symbol.asyncIterator]();
  for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) {
    const chunk = piece.value;
    call.deadline.signal.throwIfAborted();
    call.deadline.refresh();
    whole = whole === undefined ? chunk : whole.concat(chunk);
    call.consumer.take(chunk.text);
  }
  if (whole === undefined || (call.tellsItsEnd && stopReason(whole) === undefined)) {
    throw badReply(call.name, 'cut', 'ended its stream before the reply was complete');
  }
  return whole;
}

/** Not every provider's package lets go of a request at once. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  return Promise.race([work, promise]);
}
