import { getEventListeners } from 'node:events';
import { CadenceError, type ErrorCode, type ModelRequest } from '@cadence-agents/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, events, json, type LocalServer, startLocalServer } from '../local-server.fixture.ts';
import { openaiModel } from './openai-model.ts';

const key = 'sk-very-secret';
const request: ModelRequest = {
  system: '',
  messages: [{ id: '1', role: 'user', content: 'Hello?' }],
  tools: [],
};
const chunk = { choices: [{ index: 0, delta: { content: 'Hel' }, finish_reason: null }] };
const long = 5_000;

let server: LocalServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

interface Fault {
  answer: Answer;
  timeoutMs?: number;
  stream?: boolean;
  signal?: AbortSignal;
  onText?: () => void;
}

async function start({ answer, timeoutMs = long, stream = false, signal, onText = () => {} }: Fault) {
  server = await startLocalServer(answer);
  const model = openaiModel({
    model: 'm',
    baseUrl: server.url,
    apiKey: key,
    timeoutMs,
    maxReplyChars: 10_000,
  });
  return model.generate(request, {
    signal: signal ?? new AbortController().signal,
    ...(stream ? { onText } : {}),
  });
}

async function errorOf(fault: Fault): Promise<CadenceError> {
  const error: unknown = await start(fault).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!CadenceError.is(error)) throw new Error(`Expected a CadenceError, got ${String(error)}`);
  expect(`${error.message} ${error.hint} ${JSON.stringify(error.details)}`).not.toContain(key);
  return error;
}

const status = (code: number, message = 'no', headers = {}): Answer => {
  return (response) => json(response, { error: { message } }, code, headers);
};

describe('a status that is not a success', () => {
  it.each<[number, ErrorCode]>([
    [400, 'MODEL_REFUSED'],
    [401, 'MODEL_AUTH'],
    [403, 'MODEL_AUTH'],
    [404, 'MODEL_REFUSED'],
    [422, 'MODEL_REFUSED'],
    [429, 'MODEL_RATE_LIMITED'],
    [500, 'MODEL_UNAVAILABLE'],
    [503, 'MODEL_UNAVAILABLE'],
    [529, 'MODEL_UNAVAILABLE'],
  ])('%i becomes %s with what the provider said', async (code, expected) => {
    const error = await errorOf({ answer: status(code, 'because of this') });
    expect(error).toMatchObject({ code: expected, details: { model: 'openai:m', status: code } });
    expect(error.message).toContain('because of this');
  });

  it('names the variable of the key, and never the key', async () => {
    const error = await errorOf({ answer: status(401, `Incorrect API key provided: ${key}.`) });
    expect(error.hint).toContain('OPENAI_API_KEY');
    expect(error.message).toContain('***');
  });

  it('bounds what the provider said', async () => {
    const answer: Answer = (response) => response.writeHead(400).end('x'.repeat(1_000_000));
    expect((await errorOf({ answer })).message.length).toBeLessThan(600);
  });

  it.each([
    [{ 'retry-after': '2' }, 2_000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after-ms': '70', 'retry-after': '9' }, 70],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
  ])('carries %j as the time to wait', async (headers, expected) => {
    const { details } = await errorOf({ answer: status(429, 'slow down', headers) });
    expect(details).toEqual({ model: 'openai:m', status: 429, retryAfterMs: expected });
  });

  it('tells a spent quota from a rate limit', async () => {
    const answer: Answer = (response) => json(response, { error: { code: 'insufficient_quota' } }, 429);
    expect((await errorOf({ answer })).details).toMatchObject({ reason: 'quota' });
  });

  it('follows no redirect', async () => {
    const answer: Answer = (response) => {
      response.writeHead(307, { location: 'http://elsewhere.example/' }).end();
    };
    const error = await errorOf({ answer });
    expect(error.code).toBe('MODEL_REFUSED');
    expect(error.message).toContain('elsewhere.example');
    expect(server?.requests.length).toBe(1);
  });
});

describe('a provider that cannot be reached', () => {
  const model = (baseUrl: string) => openaiModel({ model: 'm', baseUrl, timeoutMs: long });
  const { signal } = new AbortController();

  it('is MODEL_UNAVAILABLE when it refuses the connection', async () => {
    const gone = await startLocalServer(() => {});
    await gone.close();
    await expect(model(gone.url).generate(request, { signal })).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      hint: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('is MODEL_UNAVAILABLE when its name is not known', async () => {
    await expect(model('http://nowhere.invalid').generate(request, { signal })).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
    });
  });

  it('is MODEL_UNAVAILABLE when it hangs up', async () => {
    const error = await errorOf({ answer: (_response, incoming) => incoming.socket.destroy() });
    expect(error.code).toBe('MODEL_UNAVAILABLE');
  });
});

describe('a reply that cannot be used', () => {
  const whole = (text: string, headers = {}): Answer => {
    return (response) =>
      response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(text);
  };
  const message = (content: unknown, finish = 'stop') =>
    JSON.stringify({ choices: [{ message: content, finish_reason: finish }] });

  it.each<[string, Answer, string]>([
    ['an empty body', whole(''), 'empty'],
    ['text', whole('<html>'), 'invalid'],
    ['half of the JSON', whole('{"choices": [{'), 'invalid'],
    ['a list', whole('[]'), 'invalid'],
    ['no choices', whole('{"choices": []}'), 'invalid'],
    ['neither text nor calls', whole(message({ content: '' })), 'empty'],
    ['no tokens left for text', whole(message({ content: '' }, 'length')), 'out_of_tokens'],
    ['a call without a name', whole(message({ tool_calls: [{ id: 'c' }] })), 'invalid'],
    ['an error with status 200', whole('{"error": {"message": "oops"}}'), 'provider_error'],
    ['more text than the bound', whole(message({ content: 'x'.repeat(20_000) })), 'too_large'],
  ])('is MODEL_BAD_REPLY for %s', async (_title, answer, reason) => {
    expect(await errorOf({ answer })).toMatchObject({ code: 'MODEL_BAD_REPLY', details: { reason } });
  });

  it('is MODEL_REFUSED when the content filter withheld it', async () => {
    const answer = whole(message({ content: null }, 'content_filter'));
    expect((await errorOf({ answer })).code).toBe('MODEL_REFUSED');
  });

  it.each<[string, Answer, string]>([
    ['an end before the reply is complete', (response) => events(response, chunk).end(), 'cut'],
    ['no event at all', (response) => events(response).end(), 'cut'],
    ['an event that is not JSON', (response) => events(response, chunk, '{"cho'), 'invalid'],
    [
      'an error object',
      (response) => events(response, chunk, { error: { message: 'oops' } }),
      'provider_error',
    ],
    ['neither text nor calls', (response) => events(response, '[DONE]'), 'empty'],
    ['an endless text', (response) => events(response, ...Array(4_000).fill(chunk)), 'too_large'],
    ['an endless line', (response) => events(response, 'x'.repeat(20_000)), 'invalid'],
    [
      'an endless line that never ends',
      (response) => events(response).write(`data: ${'x'.repeat(20_000)}`),
      'too_large',
    ],
  ])('is MODEL_BAD_REPLY for a stream with %s', async (_title, answer, reason) => {
    const error = await errorOf({ answer, stream: true });
    expect(error).toMatchObject({ code: 'MODEL_BAD_REPLY', details: { reason } });
  });

  it('is MODEL_BAD_REPLY for a body or a stream whose connection breaks', async () => {
    const breakOff: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('{"choices"', () => response.destroy());
    };
    expect((await errorOf({ answer: breakOff })).details).toMatchObject({ reason: 'cut' });
    await server?.close();
    const breakStream: Answer = (response) => {
      events(response, chunk).write(':\n\n', () => response.destroy());
    };
    expect((await errorOf({ answer: breakStream, stream: true })).details).toMatchObject({ reason: 'cut' });
  });
});

describe('a provider that is slow', () => {
  it.each<[string, Answer, boolean]>([
    ['no answer', () => {}, false],
    ['headers but no body', (response) => response.writeHead(200).flushHeaders(), false],
    ['an error without its body', (response) => response.writeHead(400).flushHeaders(), false],
    ['a stream that stalls', (response) => events(response, chunk), true],
    [
      'a stream of nothing but comments',
      (response) => {
        events(response);
        const timer = setInterval(() => response.write(': still here\n\n'), 5);
        response.on('close', () => clearInterval(timer));
      },
      true,
    ],
  ])('is MODEL_TIMEOUT for %s, and loses its connection', async (_title, answer, stream) => {
    // Long enough for a busy machine to have sent the request.
    const timeoutMs = 600;
    const error = await errorOf({ answer, stream, timeoutMs });
    expect(error).toMatchObject({ code: 'MODEL_TIMEOUT', details: { timeoutMs } });
    await server?.connectionClosed;
  });

  it('may stream for longer than the time of one piece', async () => {
    let sent = 0;
    const answer: Answer = (response) => {
      events(response);
      const timer = setInterval(() => {
        sent += 1;
        response.write(`data: ${JSON.stringify(chunk)}\n\n`);
        if (sent < 40) return;
        clearInterval(timer);
        response.end('data: [DONE]\n\n');
      }, 15);
    };
    const reply = await start({ answer, stream: true, timeoutMs: 500 });
    expect(reply.content).toBe('Hel'.repeat(40));
  });
});

describe('an abort', () => {
  const reason = new Error('the run was cancelled');

  it('makes no request when it came before', async () => {
    await expect(start({ answer: () => {}, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server?.requests).toEqual([]);
  });

  it.each<[string, boolean, (response: Parameters<Answer>[0]) => void]>([
    ['the wait for headers', false, () => {}],
    ['the body', false, (response) => response.writeHead(200).write('{')],
    ['an error body', false, (response) => response.writeHead(500).write('{')],
    ['a stream', true, (response) => events(response, chunk)],
  ])('during %s rejects with its reason and closes the connection', async (_title, stream, begin) => {
    const controller = new AbortController();
    const pending = start({
      signal: controller.signal,
      stream,
      answer: (response) => {
        begin(response);
        setImmediate(() => controller.abort(reason));
      },
    });
    await expect(pending).rejects.toBe(reason);
    await server?.connectionClosed;
  });

  it('from within onText stops the text at once', async () => {
    const controller = new AbortController();
    let texts = 0;
    const pending = start({
      signal: controller.signal,
      stream: true,
      answer: (response) => events(response, ...Array(100).fill(chunk)),
      onText: () => {
        texts += 1;
        controller.abort(reason);
      },
    });
    await expect(pending).rejects.toBe(reason);
    expect(texts).toBe(1);
  });

  it('leaves no listener on a signal that outlives the calls', async () => {
    const { signal } = new AbortController();
    server = await startLocalServer((response, _request, call) =>
      call % 2 === 0 ? json(response, {}, 500) : events(response, chunk, '[DONE]').end(),
    );
    const model = openaiModel({ model: 'm', baseUrl: server.url, timeoutMs: long });
    for (let call = 0; call < 20; call += 1) {
      await model.generate(request, { signal, onText: () => {} }).catch(() => {});
    }
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('settings that cannot be used', () => {
  it.each(['not a url', 'ftp://host', 'http://user:pass@host'])('rejects the base URL "%s"', (baseUrl) => {
    expect(() => openaiModel({ model: 'm', baseUrl, timeoutMs: long })).toThrow(
      expect.objectContaining({ code: 'SETTING_INVALID', message: expect.not.stringContaining('pass@') }),
    );
  });

  it('rejects a key that cannot be sent, without repeating it', () => {
    const build = () =>
      openaiModel({ model: 'm', baseUrl: 'http://host', apiKey: 'sk-\nx', timeoutMs: long });
    expect(build).toThrow(
      expect.objectContaining({ code: 'MODEL_AUTH', message: expect.not.stringContaining('sk-') }),
    );
  });
});
