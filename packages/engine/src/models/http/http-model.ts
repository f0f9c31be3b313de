// A model that is called over HTTP without a client library: those cost more CPU for each call than all the rest of a
// step. What a provider's protocol is like, its own folder says.
import {
  CadenceError,
  type ChatModel,
  type ModelCallOptions,
  type ModelReply,
  type ModelRequest,
} from '@cadence-agents/contracts';
import { authError, badReply, connectionError, timeoutError } from '../provider/model-error.ts';
import { CallTimeout } from '../resilience/call-timeout.ts';
import { BoundedText } from './bounded-text.ts';
import { type AnswerHead, type BodyReader, NoAnswer, post } from './post.ts';
import { createEventReader } from './server-sent-events.ts';
import { statusError } from './status-error.ts';

export interface HttpModelSettings {
  model: string;
  baseUrl: string;
  apiKey?: string | undefined;
  /** For a whole reply; of a streamed one, for the time between two chunks. */
  timeoutMs: number;
  headers?: Record<string, string>;
  /** Default 8 million characters. */
  maxReplyChars?: number;
}

export interface HttpProtocol {
  /** As `openai:gpt-5`. */
  name: string;
  url: URL;
  /** The headers that have the key. */
  keyHeaders: Readonly<Record<string, string>>;
  keyVariable: string;
  encode: (request: ModelRequest, stream: boolean) => Buffer;
  /** Reads an answer to a request that was not streamed. */
  read: (body: string, sent: SentRequest) => ModelReply;
  /** Reads one that is. */
  stream: (sent: SentRequest, told: ReplyTold) => ReplyStream;
}

/** Who is told of a reply while it comes. */
export type ReplyTold = Pick<ModelCallOptions, 'onText' | 'onReasoning' | 'onToolCall'>;

export interface SentRequest {
  request: ModelRequest;
  body: Buffer;
}

export interface ReplyStream {
  /** Takes the data of one event. */
  take(data: string): void;
  /** Takes a packet that is one whole event, if it can tell by its bytes; returns `false` to have it parsed. */
  takePacket?(packet: Buffer): boolean;
  /** Whether the reply is complete. A method: V8 keeps what a literal's getter sees until all of the heap is collected. */
  isDone(): boolean;
  /** The reply, once the stream has ended; one that ended early is an error. */
  finish(): ModelReply;
}

export const defaultMaxReplyChars = 8_000_000;

interface Call {
  protocol: HttpProtocol;
  settings: HttpModelSettings;
  options: ModelCallOptions;
  timeout: CallTimeout;
  sent: SentRequest;
}

export function httpModel(protocol: HttpProtocol, settings: HttpModelSettings): ChatModel {
  const { name, url } = protocol;
  const { timeoutMs } = settings;
  const headers = requestHeaders(protocol, settings);

  async function generate(request: ModelRequest, options: ModelCallOptions): Promise<ModelReply> {
    const timeout = new CallTimeout(options.signal, timeoutMs);
    try {
      const body = protocol.encode(request, options.onText !== undefined);
      const call = { protocol, settings, options, timeout, sent: { request, body } };
      const reader = (head: AnswerHead) => readerOf(call, head);
      return await post(url, { headers, body, signal: timeout.signal, reader });
    } catch (error) {
      if (options.signal.aborted) throw options.signal.reason;
      if (timeout.expired) throw timeoutError(name, timeoutMs);
      throw error instanceof NoAnswer ? connectionError(name, url.host, error.cause) : error;
    } finally {
      timeout.stop();
    }
  }
  return { name, generate };
}

function readerOf(call: Call, head: AnswerHead): BodyReader<ModelReply> {
  const { name, keyVariable } = call.protocol;
  if (head.status < 200 || head.status > 299)
    return statusError(name, head, { variable: keyVariable, value: call.settings.apiKey });
  const isStream = head.header('content-type')?.includes('text/event-stream') ?? false;
  return isStream ? streamReader(call) : wholeReader(call);
}

function wholeReader({ protocol, settings, options, sent }: Call): BodyReader<ModelReply> {
  const { name } = protocol;
  const text = new BoundedText(settings.maxReplyChars ?? defaultMaxReplyChars);
  return {
    take(bytes) {
      text.take(bytes);
      if (text.isTooLarge) throw tooLarge(name);
      return 'more';
    },
    finish(end) {
      if (end === 'cut') throw badReply(name, 'cut', 'broke off in the middle of its reply');
      const reply = protocol.read(text.finish(), sent);
      // Some servers do not stream although they were asked to.
      if (reply.reasoning) options.onReasoning?.(reply.reasoning);
      if (reply.content !== '') options.onText?.(reply.content);
      return reply;
    },
  };
}

function streamReader({ protocol, settings, options, timeout, sent }: Call): BodyReader<ModelReply> {
  const stream = protocol.stream(sent, options);
  const { takePacket } = stream;
  const events = createEventReader({
    maxChars: settings.maxReplyChars ?? defaultMaxReplyChars,
    onTooLarge: () => {
      throw tooLarge(protocol.name);
    },
    onData(data) {
      // One packet may hold many events, and the text of the first may make the consumer abort.
      timeout.signal.throwIfAborted();
      stream.take(data);
      timeout.refresh();
    },
    ...(takePacket && {
      // No look at the signal: `post` hands over no packet once the call was aborted.
      onPacket(packet: Buffer) {
        const isTaken = takePacket(packet);
        if (isTaken) timeout.refresh();
        return isTaken;
      },
    }),
  });
  return {
    take(bytes) {
      events.push(bytes);
      return stream.isDone() ? 'enough' : 'more';
    },
    finish(end) {
      if (end !== 'enough') events.end();
      return stream.finish();
    },
  };
}

const tooLarge = (name: string) => badReply(name, 'too_large', 'sent a reply that is too large');

function requestHeaders(
  { name, keyVariable, keyHeaders }: HttpProtocol,
  { apiKey, headers }: HttpModelSettings,
): Record<string, string> {
  // Node's error for such a header would contain the key.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw authError(name, keyVariable, 'it holds characters that cannot be sent');
  }
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'accept-encoding': 'identity',
    ...keyHeaders,
    ...headers,
  };
}

/** Where people say what a provider's address and key are. */
export interface HttpVariables {
  keyVariable: string;
  baseUrlVariable: string;
  usualBaseUrl: string;
}

/** The address below a base URL. */
export function endpoint(
  baseUrl: string,
  path: string,
  { keyVariable, baseUrlVariable, usualBaseUrl }: HttpVariables,
): URL {
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new CadenceError('SETTING_INVALID', 'The base URL of the model is not an http or https URL.', {
      hint: `Set ${baseUrlVariable} to something like ${usualBaseUrl}.`,
    });
  }
  if (url.username !== '' || url.password !== '') {
    throw new CadenceError('SETTING_INVALID', 'The base URL of the model holds a user name or a password.', {
      hint: `Take them out of ${baseUrlVariable} and set ${keyVariable}.`,
    });
  }
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  return url;
}
