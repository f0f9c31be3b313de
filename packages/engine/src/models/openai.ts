// Chat completions over `fetch`: OpenAI itself and everything that speaks its protocol. A client library would
// cost more CPU for each call than all the rest of a step.
import {
  CadenceError,
  type ChatModel,
  type ModelCallOptions,
  type ModelReply,
  type ModelRequest,
} from '@cadence/contracts';
import { CallDeadline } from './call-deadline.ts';
import { authError, badReply, connectionError, timeoutError } from './model-error.ts';
import { readCompletion, toModelReply, type WireReply } from './openai-reply.ts';
import { openaiRequestBody } from './openai-request.ts';
import { openaiStatusError } from './openai-status-error.ts';
import { createOpenaiStream } from './openai-stream.ts';
import { drain, readBody } from './response-body.ts';
import { createEventParser } from './server-sent-events.ts';

export interface OpenaiSettings {
  model: string;
  /** As `https://api.openai.com/v1`. */
  baseUrl: string;
  apiKey?: string | undefined;
  /** How long a whole reply may take, or, of a streamed one, the time until the next piece. */
  timeoutMs: number;
  headers?: Record<string, string>;
  /** Default 8 million characters. */
  maxReplyChars?: number;
}

const defaultMaxReplyChars = 8_000_000;

interface Call {
  name: string;
  settings: OpenaiSettings;
  request: ModelRequest;
  options: ModelCallOptions;
  deadline: CallDeadline;
  maxReplyChars: number;
}

export function openaiModel(settings: OpenaiSettings): ChatModel {
  const name = `openai:${settings.model}`;
  const url = endpoint(settings.baseUrl);
  const headers = requestHeaders(name, settings);
  const maxReplyChars = settings.maxReplyChars ?? defaultMaxReplyChars;

  async function generate(request: ModelRequest, options: ModelCallOptions): Promise<ModelReply> {
    const deadline = new CallDeadline(options.signal, settings.timeoutMs);
    try {
      const body = openaiRequestBody(settings.model, request, options.onText !== undefined);
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: deadline.signal,
      }).catch((cause: unknown) => {
        throw connectionError(name, url.host, cause);
      });
      const call = { name, settings, request, options, deadline, maxReplyChars };
      return await readReply(call, response, body.length);
    } catch (error) {
      deadline.abort();
      if (options.signal.aborted) throw options.signal.reason;
      throw deadline.expired ? timeoutError(name, settings.timeoutMs) : error;
    } finally {
      deadline.stop();
    }
  }
  return { name, generate };
}

async function readReply(call: Call, response: Response, promptChars: number): Promise<ModelReply> {
  const { name, settings, options } = call;
  if (!response.ok) throw await openaiStatusError(name, response, settings.apiKey);
  const streamed = response.headers.get('content-type')?.includes('text/event-stream') ?? false;
  if (streamed) return toModelReply(name, await readStream(call, response), promptChars);
  const { text, end } = await readBody(response, call.maxReplyChars);
  if (end === 'cut') throw badReply(name, 'cut', 'broke off in the middle of its reply');
  if (end === 'too_large') throw badReply(name, 'too_large', 'sent a reply that is too large');
  const reply = toModelReply(name, readCompletion(name, text, settings.apiKey), promptChars);
  // A server that does not stream although it was asked to.
  if (reply.content !== '') options.onText?.(reply.content);
  return reply;
}

async function readStream(call: Call, response: Response): Promise<WireReply> {
  const { name, deadline, maxReplyChars } = call;
  const onText = call.options.onText ?? (() => {});
  const stream = createOpenaiStream({ model: name, maxReplyChars, secret: call.settings.apiKey, onText });
  const parser = createEventParser((data) => {
    // One packet may hold many events, and the text of the first may make the consumer abort.
    deadline.signal.throwIfAborted();
    stream.take(data);
    deadline.refresh();
  });
  const reader = response.body?.getReader();
  if (reader === undefined) throw badReply(name, 'empty', 'answered with an empty body');
  while (!stream.done) {
    const chunk = await reader.read().catch(() => undefined);
    if (chunk === undefined) deadline.signal.throwIfAborted();
    if (chunk?.value === undefined) {
      parser.end();
      return stream.finish();
    }
    parser.push(chunk.value);
    if (parser.pending > maxReplyChars) throw badReply(name, 'too_large', 'sent a reply that is too large');
  }
  drain(reader);
  return stream.finish();
}

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
  // `fetch` would repeat the key in its complaint.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw authError(name, 'OPENAI_API_KEY', 'it holds characters that cannot be sent');
  }
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    ...headers,
  };
}
