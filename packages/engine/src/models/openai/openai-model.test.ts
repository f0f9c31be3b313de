import type { ChatModel, ModelReply, ModelRequest } from '@cadence-agents/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, events, json, type LocalServer, startLocalServer } from '../local-server.fixture.ts';
import { openaiModel } from './openai-model.ts';

let server: LocalServer;
afterEach(() => server.close());

const request: ModelRequest = {
  system: 'Be brief.',
  messages: [{ id: '1', role: 'user', content: 'Hello?' }],
  tools: [],
};
const { signal } = new AbortController();

async function modelAnswering(answer: Answer): Promise<ChatModel> {
  server = await startLocalServer(answer);
  return openaiModel({ model: 'm', baseUrl: `${server.url}/v1/`, apiKey: 'sk-secret', timeoutMs: 5_000 });
}

const completion = (message: object, finish = 'stop', rest = {}) => ({
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
  ...rest,
});
const usage = { usage: { prompt_tokens: 12, completion_tokens: 3 } };
const delta = (part: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta: part, finish_reason: finish }],
});
const callPart = (
  index: number | undefined,
  id: string | undefined,
  name: string | undefined,
  args: string,
) => ({
  ...(index === undefined ? {} : { index }),
  ...(id === undefined ? {} : { id }),
  function: { ...(name === undefined ? {} : { name }), arguments: args },
});

async function streamed(...data: unknown[]): Promise<{ reply: ModelReply; texts: string[] }> {
  const model = await modelAnswering((response) => events(response, ...data).end());
  const texts: string[] = [];
  const reply = await model.generate(request, { signal, onText: (text) => texts.push(text) });
  return { reply, texts };
}

describe('openaiModel, not streaming', () => {
  it('returns the text, the usage and why it ended', async () => {
    const model = await modelAnswering((response) =>
      json(response, completion({ content: 'Hi.' }, 'stop', usage)),
    );
    expect(await model.generate(request, { signal })).toEqual({
      content: 'Hi.',
      toolCalls: [],
      usage: { inputTokens: 12, outputTokens: 3, modelCalls: 1 },
      finishReason: 'stop',
      model: 'openai:m',
    });
    expect(server.bodies[0]).not.toHaveProperty('stream');
    expect(server.requests[0]?.url).toBe('/v1/chat/completions');
    expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-secret');
  });

  it('returns tool calls, gives one without an id an id and keeps malformed arguments', async () => {
    const call = (id: string | undefined, args: unknown) => ({
      id,
      function: { name: 'f', arguments: args },
    });
    const calls = [
      call('c1', '{"a":1}'),
      call('c1', ''),
      call(undefined, '{"a":'),
      call('c3', '[1]'),
      call('c4', { a: 2 }),
    ];
    const model = await modelAnswering((response) =>
      json(response, completion({ content: null, tool_calls: calls }, 'stop')),
    );
    const reply = await model.generate(request, { signal });
    expect(reply.toolCalls).toEqual([
      { id: 'c1', name: 'f', args: { a: 1 } },
      { id: 'c1', name: 'f', args: {} },
      { id: expect.stringMatching(/^call_./), name: 'f', args: {}, malformed: '{"a":' },
      { id: 'c3', name: 'f', args: {}, malformed: '[1]' },
      { id: 'c4', name: 'f', args: { a: 2 } },
    ]);
    expect(reply.finishReason).toBe('tool_calls');
  });

  it.each([
    ['in the details', { prompt_tokens_details: { cached_tokens: 8 } }],
    ['beside the count', { prompt_cache_hit_tokens: 8, prompt_cache_miss_tokens: 4 }],
  ])('takes the cached tokens that are told %s', async (_, told) => {
    const model = await modelAnswering((response) =>
      json(response, completion({ content: 'Hi.' }, 'stop', { usage: { ...usage.usage, ...told } })),
    );
    const { usage: used } = await model.generate(request, { signal });
    expect(used).toEqual({ inputTokens: 12, outputTokens: 3, modelCalls: 1, cachedInputTokens: 8 });
  });

  it('estimates the usage when the provider does not count', async () => {
    const model = await modelAnswering((response) => json(response, completion({ content: '12345678' })));
    const reply = await model.generate(request, { signal });
    expect(reply.usage.outputTokens).toBe(3);
    expect(reply.usage.inputTokens).toBeGreaterThan(5);
  });

  it('joins content that comes in parts, and takes a refusal for the text', async () => {
    const parts = [{ type: 'text', text: 'a' }, { type: 'thinking' }, { type: 'text', text: 'b' }];
    const model = await modelAnswering((response, _request, call) =>
      json(response, completion(call === 1 ? { content: parts } : { content: null, refusal: 'I cannot.' })),
    );
    expect((await model.generate(request, { signal })).content).toBe('ab');
    expect((await model.generate(request, { signal })).content).toBe('I cannot.');
  });

  it('takes a call in the old field, and ids that are numbers', async () => {
    const called = { name: 'search', arguments: '{"q":"x"}' };
    const model = await modelAnswering((response, _request, call) =>
      json(
        response,
        call === 1
          ? completion({ content: null, function_call: called }, 'function_call')
          : completion({ content: null, tool_calls: [{ id: 7, type: 'function', function: called }] }),
      ),
    );
    const args = { q: 'x' };
    expect((await model.generate(request, { signal })).toolCalls).toMatchObject([{ name: 'search', args }]);
    expect((await model.generate(request, { signal })).toolCalls).toMatchObject([{ id: '7', args }]);
  });

  it('hands the whole text over when the server does not stream', async () => {
    const model = await modelAnswering((response) => json(response, completion({ content: 'Hi.' })));
    const texts: string[] = [];
    await model.generate(request, { signal, onText: (text) => texts.push(text) });
    expect(texts).toEqual(['Hi.']);
  });

  it('reads a chunked body of any size below the bound', async () => {
    const content = 'Grüße 👋 '.repeat(50_000);
    const model = await modelAnswering((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const bytes = Buffer.from(JSON.stringify(completion({ content })));
      for (let at = 0; at < bytes.length; at += 9_999) response.write(bytes.subarray(at, at + 9_999));
      response.end();
    });
    expect((await model.generate(request, { signal })).content).toBe(content);
  });

  it('uses its connections again', async () => {
    const model = await modelAnswering((response) =>
      events(response, delta({ content: 'x' }, 'stop'), '[DONE]').end(),
    );
    for (let call = 0; call < 5; call += 1) await model.generate(request, { signal, onText: () => {} });
    expect(new Set(server.requests.map(({ socket }) => socket.remotePort)).size).toBeLessThan(3);
  });
});

describe('openaiModel, streaming', () => {
  it('hands text over piece by piece and takes the usage of the last chunk', async () => {
    const { reply, texts } = await streamed(
      delta({ role: 'assistant', content: '' }),
      delta({ content: 'Hel' }),
      delta({ content: 'lo' }),
      delta({}, 'stop'),
      { choices: [], ...usage },
      '[DONE]',
    );
    expect(texts).toEqual(['Hel', 'lo']);
    expect(reply).toMatchObject({
      content: 'Hello',
      finishReason: 'stop',
      usage: { inputTokens: 12, outputTokens: 3, modelCalls: 1 },
    });
    expect(server.bodies[0]).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it('puts interleaved tool calls together', async () => {
    const { reply } = await streamed(
      delta({ tool_calls: [callPart(0, 'c1', 'f', '{"a"'), callPart(1, 'c2', 'g', '')] }),
      delta({ tool_calls: [callPart(1, undefined, undefined, '{"b":2}')] }),
      delta({ tool_calls: [callPart(0, undefined, undefined, ':1}')] }, 'tool_calls'),
      '[DONE]',
    );
    expect(reply.toolCalls).toEqual([
      { id: 'c1', name: 'f', args: { a: 1 } },
      { id: 'c2', name: 'g', args: { b: 2 } },
    ]);
    expect(reply.finishReason).toBe('tool_calls');
  });

  it('tells calls apart that have no index, or all the same one', async () => {
    const { reply } = await streamed(
      delta({ tool_calls: [callPart(undefined, 'c1', 'f', '{}'), callPart(undefined, 'c2', 'f', '{')] }),
      delta({ tool_calls: [callPart(undefined, undefined, undefined, '}')] }),
      delta({ tool_calls: [callPart(0, 'c3', 'f', '{}')] }),
      delta({ tool_calls: [callPart(0, 'c4', 'f', '{}')] }, 'stop'),
      '[DONE]',
    );
    expect(reply.toolCalls.map(({ id, args }) => [id, args])).toEqual(
      ['c1', 'c2', 'c3', 'c4'].map((id) => [id, {}]),
    );
  });

  it('keeps duplicate call ids of different indexes apart', async () => {
    const { reply } = await streamed(
      delta({ tool_calls: [callPart(0, 'c', 'f', '{"a":1}'), callPart(1, 'c', 'f', '{"a":2}')] }, 'stop'),
      '[DONE]',
    );
    expect(reply.toolCalls.map(({ args }) => args.a)).toEqual([1, 2]);
  });

  it('is content with a finish reason where [DONE] is missing', async () => {
    const { reply } = await streamed(delta({ content: 'x' }, 'length'));
    expect(reply).toMatchObject({ content: 'x', finishReason: 'length' });
  });

  it('does not wait for a server that keeps the connection open after [DONE]', async () => {
    const model = await modelAnswering((response) => {
      events(response, delta({ content: 'x' }, 'stop'), '[DONE]');
    });
    expect((await model.generate(request, { signal, onText: () => {} })).content).toBe('x');
  });

  it("passes an error of the consumer's own on as it is", async () => {
    const model = await modelAnswering((response) => events(response, delta({ content: 'x' })));
    const mine = new Error('mine');
    const onText = () => {
      throw mine;
    };
    await expect(model.generate(request, { signal, onText })).rejects.toBe(mine);
    await server.connectionClosed;
  });
});
