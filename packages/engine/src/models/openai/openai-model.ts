// Chat completions over HTTP: OpenAI itself and everything that speaks its protocol. A client library would cost more
// CPU for each call than all the rest of a step.
import {
  CadenceError,
  type ChatModel,
  type ModelCallOptions,
  type ModelReply,
  type ModelRequest,
} from '@cadence/contracts';
import { authError, badReply, connectionError, timeoutError } from '../provider/model-error.ts';
import { CallTimeout } from '../resilience/call-timeout.ts';
import { BoundedText } from './bounded-text.ts';
import { openaiDialect } from './dialect.ts';
import { type AnswerHead, type BodyReader, NoAnswer, post } from './post.ts';
import { readCompletion, toModelReply } from './reply.ts';
import { openaiRequestBody } from './request.ts';
import { createEventReader } from './server-sent-events.ts';
import { openaiStatusError } from './status-error.ts';
import { createOpenaiStream } from './stream.ts';

export interface OpenaiSettings {
  model: string;
  /** As `https://api.openai.com/v1`. */
  baseUrl: string;
  apiKey?: string | undefined;
  /** For a whole reply; of a streamed one, for the time between two chunks. */
  timeoutMs: number;
  headers?: Record<string, string>;
  /** Default 8 million characters. */
  maxReplyChars?: number;
}

const defaultMaxReplyChars = 8_000_000;

interface Call {
  name: string;
  apiKey: string | undefined;
  options: ModelCallOptions;
  timeout: CallTimeout;
  maxReplyChars: number;
  /** The request's body. */
  prompt: Buffer;
}

export function openaiModel(settings: OpenaiSettings): ChatModel {
  const { model, apiKey, timeoutMs, maxReplyChars = defaultMaxReplyChars } = settings;
  const name = `openai:${model}`;
  const url = endpoint(settings.baseUrl);
  const headers = requestHeaders(name, settings);
  const dialect = openaiDialect(model, url.hostname);

  async function generate(request: ModelRequest, options: ModelCallOptions): Promise<ModelReply> {
    const timeout = new CallTimeout(options.signal, timeoutMs);
    try {
      const body = openaiRequestBody(model, request, options.onText !== undefined, dialect);
      const call = { name, apiKey, options, timeout, maxReplyChars, prompt: body };
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
  if (head.status < 200 || head.status > 299) return openaiStatusError(call.name, head, call.apiKey);
  const isStream = head.header('content-type')?.includes('text/event-stream') ?? false;
  return isStream ? streamReader(call) : completionReader(call);
}

function completionReader({ name, apiKey, options, maxReplyChars, prompt }: Call): BodyReader<ModelReply> {
  const text = new BoundedText(maxReplyChars);
  return {
    take(bytes) {
      text.take(bytes);
      if (text.isTooLarge) throw tooLarge(name);
      return 'more';
    },
    finish(end) {
      if (end === 'cut') throw badReply(name, 'cut', 'broke off in the middle of its reply');
      const reply = toModelReply(name, readCompletion(name, text.finish(), apiKey), prompt);
      // Some servers do not stream although they were asked to.
      if (reply.content !== '') options.onText?.(reply.content);
      return reply;
    },
  };
}

function streamReader(call: Call): BodyReader<ModelReply> {
  const { name, timeout, maxReplyChars } = call;
  const onText = call.options.onText ?? (() => {});
  const stream = createOpenaiStream({ model: name, maxReplyChars, secret: call.apiKey, onText });
  const events = createEventReader({
    maxChars: maxReplyChars,
    onTooLarge: () => {
      throw tooLarge(name);
    },
    onData(data) {
      // One packet may hold many events, and the text of the first may make the consumer abort.
      timeout.signal.throwIfAborted();
      stream.take(data);
      timeout.refresh();
    },
  });
  return {
    take(bytes) {
      events.push(bytes);
      return stream.done ? 'enough' : 'more';
    },
    finish(end) {
      if (end !== 'enough') events.end();
      return toModelReply(name, stream.finish(), call.prompt);
    },
  };
}

const tooLarge = (name: string) => badReply(name, 'too_large', 'sent a reply that is too large');

function endpoint(baseUrl: string): URL {
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new CadenceError('SETTING_INVALID', 'The base URL of the model is not an http or https URL.', {
      hint: 'Set OPENAI_BASE_URL to something like https://api.openai.com/v1.',
    });
  }
  if (url.username !== '' || url.password !== '') {
    throw new CadenceError('SETTING_INVALID', 'The base URL of the model holds a user name or a password.', {
      hint: 'Take them out of OPENAI_BASE_URL and set OPENAI_API_KEY.',
    });
  }
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
  return url;
}

function requestHeaders(name: string, settings: OpenaiSettings): Record<string, string> {
  const { apiKey, headers } = settings;
  // Node's error for such a header would contain the key.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw authError(name, 'OPENAI_API_KEY', 'it holds characters that cannot be sent');
  }
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'accept-encoding': 'identity',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    ...headers,
  };
}
