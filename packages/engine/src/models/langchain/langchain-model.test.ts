import { getEventListeners } from 'node:events';
import type { ErrorCode, FilePart, Message, ModelRequest, ToolSpec } from '@cadence-agents/contracts';
import { AIMessage } from '@langchain/core/messages';
import { FakeListChatModel } from '@langchain/core/utils/testing';
import { initChatModel } from 'langchain/chat_models/universal';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadFiles } from '../../files/loaded-files.ts';
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
} from '../anthropic/wire.fixture.ts';
import { type Answer, json, type LocalServer, startLocalServer } from '../local-server.fixture.ts';
import { langchainModel } from './langchain-model.ts';
import { fromLangchainReply } from './messages.ts';

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
// The time of a call includes the import of LangChain at the first one.
beforeAll(() => import('@langchain/anthropic'));
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** A model of LangChain whose provider answers here: Anthropic's package stands for all. */
async function anthropic(answer: Answer, timeoutMs = 10_000, more: { maxReplyChars?: number } = {}) {
  server = await startLocalServer(answer);
  const anthropicApiUrl = server.url;
  const createChatModel = (fields: Record<string, unknown>) =>
    initChatModel('claude', { ...fields, anthropicApiUrl });
  return langchainModel({
    provider: 'anthropic',
    model: 'claude',
    apiKey: key,
    timeoutMs,
    createChatModel,
    ...more,
  });
}

describe('langchainModel', () => {
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

  it('asks for JSON in words where there are tools as well', async () => {
    const model = await anthropic((response) => json(response, reply([{ type: 'text', text: '{}' }])));
    await model.generate({ ...request, responseSchema: { type: 'object' } }, { signal });
    expect(server?.bodies[0]).toHaveProperty(
      'system',
      expect.stringMatching(/Be brief.*JSON Schema: \{"type":"object"\}/s),
    );
  });
});

describe('langchainModel and files', () => {
  const part = (fileId: string, mediaType: string): FilePart => {
    return { type: 'file', fileId, mediaType, name: fileId, size: 5 };
  };
  const png = part('a.png', 'image/png');
  const pdf = part('b.pdf', 'application/pdf');
  const call = { id: 't1', name: 'calculate', args: {} };
  const messages: Message[] = [
    { id: '1', role: 'user', content: 'Look', parts: [{ type: 'text', text: 'Look' }, png, pdf] },
    { id: '2', role: 'assistant', content: '', toolCalls: [call] },
    { id: '3', role: 'tool', toolCallId: 't1', toolName: 'calculate', content: 'Drawn.', parts: [png] },
  ];

  it('gives Google pictures and PDFs in its form, those of tools among them', async () => {
    await loadFiles(messages, {
      fileOf: async () => Buffer.from('bytes'),
      fileTextOf: async () => ({ text: 'words' }),
    });
    const candidates = [{ content: { parts: [{ text: 'A swan.' }] }, finishReason: 'STOP' }];
    server = await startLocalServer((response) => json(response, { candidates }));
    const settings = { provider: 'google-genai', model: 'gemini-2.5-pro', apiKey: key, baseUrl: server.url };
    const model = langchainModel({ ...settings, timeoutMs: 20_000 });
    const reply = await model.generate({ system: '', messages, tools: [calculate] }, { signal });
    expect(reply.content).toBe('A swan.');
    const data = Buffer.from('bytes').toString('base64');
    const picture = { inlineData: { mimeType: 'image/png', data } };
    const document = { inlineData: { mimeType: 'application/pdf', data } };
    const { contents } = JSON.parse(JSON.stringify(server.bodies[0]));
    expect(contents[0].parts).toEqual([{ text: 'Look' }, picture, document]);
    const after = contents.slice(2).flatMap(({ parts }: { parts: object[] }) => parts);
    expect(after).toContainEqual(picture);
    expect(JSON.stringify(after.filter((each: object) => 'functionResponse' in each))).not.toContain(data);
  }, 30_000);
});

describe('langchainModel with a provider that fails', () => {
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
    const model = await anthropic(answer, 10_000, { maxReplyChars: 1_000 });
    await expect(model.generate(request, { signal, onText: () => {} })).rejects.toMatchObject({
      details: { reason: 'too_large' },
    });
  });

  it.each([
    [
      'google-genai',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      { limit: 1_048_576, asked: 1_200_000 },
    ],
  ])('tells from a 400 of %s that it was too long: %s', async (provider, message, numbers) => {
    server = await startLocalServer((response) =>
      json(response, { type: 'error', error: { type: 'invalid_request_error', code: 400, message } }, 400),
    );
    const settings = { provider, model: 'm', apiKey: key, baseUrl: server.url, timeoutMs: 10_000 };
    await expect(langchainModel(settings).generate(request, { signal })).rejects.toMatchObject({
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

  it('names the packages that are missing', async () => {
    const model = langchainModel({ provider: 'cohere', model: 'c', apiKey: 'k', timeoutMs: 10_000 });
    await expect(model.generate(request, { signal })).rejects.toMatchObject({
      code: 'MODEL_UNKNOWN',
      hint: 'Run: npm install langchain @langchain/core @langchain/cohere',
    });
  });
});

describe('an abort of a LangChain model', () => {
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

  it('does not wait for a model that does not listen to it', async () => {
    const controller = new AbortController();
    const sleepy = new FakeListChatModel({ responses: ['x'], sleep: 60_000 });
    const model = langchainModel({
      provider: 'fake',
      model: 'm',
      timeoutMs: 60_000,
      createChatModel: async () => sleepy,
    });
    const pending = model.generate({ ...request, tools: [] }, { signal: controller.signal });
    setImmediate(() => controller.abort(new Error('cancelled')));
    await expect(pending).rejects.toThrow('cancelled');
  });
});

describe('langchainModel with other models', () => {
  it('estimates the usage of a model that does not count, and makes each kind of it once', async () => {
    const made: unknown[] = [];
    const model = langchainModel({
      provider: 'fake',
      model: 'm',
      timeoutMs: 10_000,
      createChatModel: async (fields) => {
        made.push(fields);
        return new FakeListChatModel({ responses: ['12345678'] });
      },
    });
    const plain: ModelRequest = { ...request, tools: [] };
    const whole = await model.generate(plain, { signal });
    expect(whole).toMatchObject({ content: '12345678', finishReason: 'unknown', usage: { outputTokens: 3 } });
    await model.generate(plain, { signal });
    await model.generate({ ...plain, temperature: 1 }, { signal });
    expect(made).toEqual([
      { modelProvider: 'fake', maxRetries: 0 },
      { modelProvider: 'fake', maxRetries: 0, temperature: 1 },
    ]);
  });

  it('keeps calls that LangChain could not read', () => {
    const broken = new AIMessage({
      content: '',
      invalid_tool_calls: [
        { type: 'invalid_tool_call', id: 'c', name: 'calculate', args: '{"a', error: 'x' },
      ],
    });
    expect(fromLangchainReply('fake:m', broken, []).toolCalls).toEqual([
      { id: 'c', name: 'calculate', args: {}, malformed: '{"a' },
    ]);
  });

  it("passes an error of the consumer's own on as it is", async () => {
    const model = langchainModel({
      provider: 'fake',
      model: 'm',
      timeoutMs: 10_000,
      createChatModel: async () => new FakeListChatModel({ responses: ['abc'] }),
    });
    const mine = new Error('mine');
    const onText = () => {
      throw mine;
    };
    await expect(model.generate({ ...request, tools: [] }, { signal, onText })).rejects.toBe(mine);
  });
});
