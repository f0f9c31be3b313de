import { getEventListeners } from 'node:events';
import type { ErrorCode, Message, ModelRequest, ToolSpec } from '@cadence-agents/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, json, type LocalServer, startLocalServer } from '../local-server.fixture.ts';
import { anthropicModel } from './anthropic-model.ts';
import {
  beginning,
  block,
  jsonPiece,
  reply,
  start,
  stop,
  stream,
  textPiece,
  toolUse,
} from './wire.fixture.ts';

const { signal } = new AbortController();
const key = 'sk-very-secret';
const calculate: ToolSpec = {
  name: 'calculate',
  description: 'Does arithmetic.',
  parameters: { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] },
};
const user: Message = { id: '1', role: 'user', content: 'What is 15 * 23?' };
const request: ModelRequest = { system: 'Be brief.', messages: [user], tools: [calculate] };

let server: LocalServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function anthropic(answer: Answer, timeoutMs = 10_000) {
  server = await startLocalServer(answer);
  return anthropicModel({
    model: 'claude',
    apiKey: key,
    baseUrl: server.url,
    timeoutMs,
  });
}

describe('anthropicModel', () => {
  it('sends the conversation with its tools, and returns text, calls and usage', async () => {
    const model = await anthropic((response) =>
      json(
        response,
        reply(
          [
            { type: 'text', text: 'Let me see.' },
            { type: 'tool_use', id: 't2', name: 'calculate', input: { expression: '1 + 1' } },
          ],
          'tool_use',
        ),
      ),
    );
    const messages: Message[] = [
      user,
      {
        id: '2',
        role: 'assistant',
        content: '',
        toolCalls: [{ id: 't1', name: 'calculate', args: { expression: '15 * 23' } }],
      },
      { id: '3', role: 'tool', toolCallId: 't1', toolName: 'calculate', content: '345' },
    ];
    const settings = { toolChoice: 'required', temperature: 0.5, maxOutputTokens: 99 } as const;
    expect(await model.generate({ ...request, messages, ...settings }, { signal })).toEqual({
      content: 'Let me see.',
      toolCalls: [{ id: 't2', name: 'calculate', args: { expression: '1 + 1' } }],
      usage: { inputTokens: 12, outputTokens: 3, modelCalls: 1 },
      finishReason: 'tool_calls',
      model: 'anthropic:claude',
    });
    expect(server?.requests[0]?.headers['x-api-key']).toBe(key);
    expect(server?.bodies[0]).toMatchObject({
      system: [{ text: 'Be brief.' }],
      temperature: 0.5,
      max_tokens: 99,
      tools: [{ name: 'calculate', input_schema: calculate.parameters }],
      tool_choice: { type: 'any' },
      messages: [
        { role: 'user', content: [{ text: 'What is 15 * 23?' }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', input: { expression: '15 * 23' } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: '345' }] },
      ],
    });
  });

  it('does not let the conversation end with the assistant, nor begin with it', async () => {
    const model = await anthropic((response) => json(response, reply([{ type: 'text', text: 'x' }])));
    const said: Message = { id: '2', role: 'assistant', content: 'I know.' };
    await model.generate({ ...request, messages: [said, user, said] }, { signal });
    expect(server?.bodies[0]).toHaveProperty(
      'messages',
      ['Go on.', 'I know.', 'What is 15 * 23?', 'I know.', 'Go on.'].map((content, index) =>
        index % 2 === 0
          ? { role: 'user', content: [expect.objectContaining({ text: content })] }
          : { role: 'assistant', content },
      ),
    );
  });

  it('streams text, and puts calls together from their pieces', async () => {
    const model = await anthropic((response) =>
      stream(
        response,
        ...beginning,
        toolUse,
        jsonPiece('{"expression":'),
        jsonPiece('"1+1"}'),
        ...stop('tool_use'),
      ).end(),
    );
    const texts: string[] = [];
    const whole = await model.generate(request, { signal, onText: (text) => texts.push(text) });
    expect(texts).toEqual(['Let me', ' see.']);
    expect(whole).toMatchObject({
      content: 'Let me see.',
      toolCalls: [{ id: 't1', name: 'calculate', args: { expression: '1+1' } }],
      finishReason: 'tool_calls',
      usage: { inputTokens: 12, modelCalls: 1 },
    });
  });

  it('tells what was thought and cited beside the words, streamed or not', async () => {
    const cited = {
      type: 'web_search_result_location',
      url: 'https://a.example',
      title: 'A',
      cited_text: 'x',
    };
    const said = { content: 'Hm. It is so.', reasoning: 'I wonder.' };
    const annotations = [
      { type: 'citation', start: 4, end: 13, url: 'https://a.example', title: 'A', quote: 'x' },
    ];
    const streaming = await anthropic((response) =>
      stream(
        response,
        start,
        block(0, { type: 'thinking', thinking: '' }),
        { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'I wonder.' } },
        { type: 'content_block_stop', index: 0 },
        block(1, { type: 'text', text: '' }),
        { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hm. ' } },
        { type: 'content_block_stop', index: 1 },
        block(2, { type: 'text', text: '' }),
        { type: 'content_block_delta', index: 2, delta: { type: 'citations_delta', citation: cited } },
        { type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: 'It is so.' } },
        { type: 'content_block_stop', index: 2 },
        ...stop('end_turn'),
      ).end(),
    );
    const thoughts: string[] = [];
    const told = { onText: () => {}, onReasoning: (thought: string) => void thoughts.push(thought) };
    expect(await streaming.generate(request, { signal, ...told })).toMatchObject({ ...said, annotations });
    expect(thoughts).toEqual(['I wonder.']);
    await server?.close();
    const whole = await anthropic((response) =>
      json(
        response,
        reply([
          { type: 'thinking', thinking: 'I wonder.' },
          { type: 'text', text: 'Hm. ' },
          { type: 'text', text: 'It is so.', citations: [cited] },
        ]),
      ),
    );
    expect(await whole.generate(request, { signal })).toMatchObject({ ...said, annotations });
  });

  it('keeps arguments that are not complete as malformed', async () => {
    const model = await anthropic((response) =>
      stream(response, ...beginning, toolUse, jsonPiece('{"expression":"1'), ...stop('max_tokens')).end(),
    );
    const whole = await model.generate(request, { signal, onText: () => {} });
    expect(whole).toMatchObject({
      toolCalls: [{ args: {}, malformed: '{"expression":"1' }],
      finishReason: 'length',
    });
  });

  it('fills a schema', async () => {
    const model = await anthropic((response) =>
      json(response, reply([{ type: 'tool_use', id: 't', name: 'reply', input: { a: 1 } }], 'tool_use')),
    );
    const responseSchema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };
    const whole = await model.generate({ ...request, tools: [], responseSchema }, { signal });
    expect(whole).toMatchObject({ content: '{"a":1}', toolCalls: [], finishReason: 'stop' });
  });

  it('streams the JSON that fills a schema', async () => {
    const filling = block(1, { type: 'tool_use', id: 't', name: 'reply', input: {} });
    const pieces = ['{"answer":', '"In 20', '14.","a', '":1}'];
    const model = await anthropic((response) =>
      stream(response, start, filling, ...pieces.map(jsonPiece), ...stop('tool_use')).end(),
    );
    const properties = { answer: { type: 'string' }, a: { type: 'number' } };
    const responseSchema = { type: 'object', properties, required: ['answer', 'a'] };
    const texts: string[] = [];
    const whole = await model.generate(
      { ...request, tools: [], responseSchema },
      { signal, onText: (text) => texts.push(text) },
    );
    expect(texts).toEqual(pieces);
    expect(whole).toMatchObject({
      content: '{"answer":"In 2014.","a":1}',
      toolCalls: [],
      finishReason: 'stop',
      usage: { inputTokens: 12, modelCalls: 1 },
    });
    expect(server?.bodies).toHaveLength(1);
  });

  it('notices that a stream of JSON was cut off', async () => {
    const filling = block(1, { type: 'tool_use', id: 't', name: 'reply', input: {} });
    const model = await anthropic((response) => stream(response, start, filling, jsonPiece('{"a":1}')).end());
    const asked = model.generate(
      { ...request, tools: [], responseSchema: { type: 'object' } },
      { signal, onText: () => {} },
    );
    await expect(asked).rejects.toMatchObject({ code: 'MODEL_BAD_REPLY', details: { reason: 'cut' } });
  });

  it('asks for JSON in words where there are tools as well', async () => {
    const model = await anthropic((response) => json(response, reply([{ type: 'text', text: '{}' }])));
    await model.generate({ ...request, responseSchema: { type: 'object' } }, { signal });
    expect(server?.bodies[0]).toHaveProperty('system', [
      expect.objectContaining({ text: expect.stringMatching(/Be brief.*JSON Schema: \{"type":"object"\}/s) }),
    ]);
  });
});

describe('anthropicModel with a provider that fails', () => {
  const refuse = (status: number, headers = {}): Answer => {
    return (response) =>
      json(response, { type: 'error', error: { type: 'x', message: `because ${key}` } }, status, headers);
  };

  it.each<[number, ErrorCode]>([
    [400, 'MODEL_REFUSED'],
    [401, 'MODEL_AUTH'],
    [404, 'MODEL_REFUSED'],
    [429, 'MODEL_RATE_LIMITED'],
    [529, 'MODEL_UNAVAILABLE'],
  ])('turns %i into %s, tried once, without the key', async (status, code) => {
    const model = await anthropic(refuse(status, { 'retry-after': '3' }));
    const error: unknown = await model.generate(request, { signal }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code,
      message: expect.stringContaining('because ***'),
      details: { retryAfterMs: 3_000 },
    });
    expect(error).toHaveProperty('message', expect.not.stringContaining(key));
    expect(server?.requests.length).toBe(1);
  });

  it('is MODEL_UNAVAILABLE when nobody listens', async () => {
    const model = await anthropic(() => {});
    await server?.close();
    await expect(model.generate(request, { signal })).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    server = undefined;
  });

  it.each<[string, Answer]>([
    ['ends early', (response) => stream(response, ...beginning).end()],
    ['is empty', (response) => stream(response).end()],
    [
      'reports an error',
      (response) => stream(response, ...beginning, { type: 'error', error: { message: 'oops' } }).end(),
    ],
    ['says nothing', (response) => stream(response, start, ...stop('end_turn')).end()],
    ['breaks off', (response) => stream(response, ...beginning).write('\n', () => response.destroy())],
  ])('does not take a stream that %s for a reply', async (_title, answer) => {
    const model = await anthropic(answer);
    await expect(model.generate(request, { signal, onText: () => {} })).rejects.toMatchObject({
      code: expect.stringMatching(/^MODEL_(BAD_REPLY|UNAVAILABLE)$/),
    });
  });

  it.each<[string, Answer, boolean]>([
    ['no answer', () => {}, false],
    ['a stream that stalls', (response) => stream(response, ...beginning), true],
  ])('is MODEL_TIMEOUT for %s, and loses its connection', async (_title, answer, streams) => {
    const model = await anthropic(answer, 300);
    const options = streams ? { signal, onText: () => {} } : { signal };
    await expect(model.generate(request, options)).rejects.toMatchObject({ code: 'MODEL_TIMEOUT' });
    await server?.connectionClosed;
  });

  it('bounds the size of a reply', async () => {
    const answer: Answer = (response) =>
      stream(response, start, block(0, { type: 'text', text: '' }), textPiece('x'.repeat(2_000)));
    server = await startLocalServer(answer);
    const settings = {
      model: 'c',
      apiKey: key,
      baseUrl: server.url,
      timeoutMs: 10_000,
    };
    const model = anthropicModel({ ...settings, maxReplyChars: 1_000 });
    await expect(model.generate(request, { signal, onText: () => {} })).rejects.toMatchObject({
      details: { reason: 'too_large' },
    });
  });

  it.each([
    ['prompt is too long: 215000 tokens > 200000 maximum', { limit: 200_000, asked: 215_000 }],
    [
      'max_tokens: 9000 > 4096, which is the maximum allowed number of output tokens for claude',
      { limit: 4_096 },
    ],
  ])('tells from a 400 that it was too long: %s', async (message, numbers) => {
    server = await startLocalServer((response) =>
      json(response, { type: 'error', error: { type: 'invalid_request_error', code: 400, message } }, 400),
    );
    const settings = { model: 'm', apiKey: key, baseUrl: server.url, timeoutMs: 10_000 };
    await expect(anthropicModel(settings).generate(request, { signal })).rejects.toMatchObject({
      code: 'MODEL_CONTEXT_EXCEEDED',
      details: numbers,
    });
  });

  it('says when the reply was withheld', async () => {
    const refused = { ...reply([]), stop_reason: 'refusal' };
    const model = await anthropic((response) => json(response, refused));
    await expect(model.generate(request, { signal })).rejects.toMatchObject({
      code: 'MODEL_REFUSED',
      details: { reason: 'content_filter' },
    });
  });
});

describe('an abort', () => {
  it('rejects with its reason and closes the connection', async () => {
    const controller = new AbortController();
    const reason = new Error('cancelled');
    const model = await anthropic((response) => {
      stream(response, ...beginning);
      setImmediate(() => controller.abort(reason));
    });
    const pending = model.generate(request, { signal: controller.signal, onText: () => {} });
    await expect(pending).rejects.toBe(reason);
    await server?.connectionClosed;
  });

  it('leaves no listener on a signal that outlives the calls', async () => {
    const model = await anthropic((response, _request, call) =>
      call % 2 === 0 ? json(response, {}, 500) : json(response, reply([{ type: 'text', text: 'x' }])),
    );
    const outliving = new AbortController().signal;
    for (let call = 0; call < 6; call += 1)
      await model.generate(request, { signal: outliving }).catch(() => {});
    expect(getEventListeners(outliving, 'abort')).toEqual([]);
  });
});
