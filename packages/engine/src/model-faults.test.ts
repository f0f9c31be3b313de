// Every fault of the fake model server through a whole run: a typed error or a recovered run, never a hang,
// a stack trace shown to the model, or a half-stored message.
import type { ErrorCode, RunEvent } from '@cadence-agents/contracts';
import {
  type Behaviour,
  type FakeModelServer,
  operatorText,
  scriptedModel,
  startFakeModelServer,
} from '@cadence-agents/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runTurn, type TurnResult } from './conversation/run-turn.ts';
import { createModels } from './models/model-registry.ts';
import { echoTools } from './run.fixture.ts';
import { compileWorkflow } from './workflow/compile-workflow.ts';
import { sketch } from './workflow.fixture.ts';

let server: FakeModelServer;
beforeAll(async () => {
  server = await startFakeModelServer();
});
beforeEach(() => server.reset());
afterAll(() => server.close());

const definition = (timeoutMs: number) =>
  sketch({
    agents: { A: { tools: ['lookup'] } },
    toolNodes: ['tools'],
    edges: [['A', 'tools', 'tools']],
    limits: { timeoutMs },
  });

async function ask(
  script: (Behaviour | string)[],
  options: {
    timeoutMs?: number;
    callTimeoutMs?: number;
    fallbackModels?: string[];
    maxRetries?: number;
  } = {},
): Promise<TurnResult & { events: RunEvent[] }> {
  await server.script(script.map((one) => (typeof one === 'string' ? { kind: 'reply', text: one } : one)));
  const models = createModels({
    defaultModel: 'openai:gpt-test',
    env: { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-canary-secret' },
    timeoutMs: options.callTimeoutMs ?? 5000,
    maxRetries: 1,
    sources: { local: () => scriptedModel(['The local one.']) },
    ...(options.fallbackModels && { fallbackModels: options.fallbackModels }),
  });
  const base = definition(options.timeoutMs ?? 20_000);
  const workflow = await compileWorkflow(
    { ...base, limits: { ...base.limits, maxRetries: options.maxRetries ?? 1 } },
    { model: (name) => models.get(name), tools: echoTools('lookup') },
  );
  const events: RunEvent[] = [];
  const result = await runTurn(workflow, { message: 'Hello', onEvent: (event) => events.push(event) });
  return { ...result, events };
}

const lookup = (args: string | Record<string, string>, id?: string | null): Behaviour => ({
  kind: 'reply',
  toolCalls: [{ name: 'lookup', arguments: args, ...(id !== undefined && { id }) }],
});

/** What no fault may leave behind. */
async function expectClean({ messages, events }: { messages: TurnResult['messages']; events: RunEvent[] }) {
  const requests = await server.requests();
  expect(requests.flatMap((request) => (request.problem ? [request.problem] : []))).toEqual([]);
  const told = JSON.stringify([messages, events, requests.map((request) => request.body)]);
  expect(told).not.toMatch(/\bat .+:\d+:\d+|node_modules|sk-canary/);
  for (const message of messages) {
    if (message.role === 'assistant')
      expect(message.content + (message.toolCalls?.length ?? '')).not.toBe('');
  }
  expect(events.at(-1)?.type).toBe('on_run_end');
}

describe('a run recovers from', () => {
  it.each<[string, Behaviour[]]>([
    ['a 429 with Retry-After', [{ kind: 'refuse', status: 429, retryAfter: 0.05 }]],
    ['a 429 with a date', [{ kind: 'refuse', status: 429, retryAfter: new Date(0).toUTCString() }]],
    ['a 500', [{ kind: 'refuse', status: 500 }]],
    ['a 503', [{ kind: 'refuse', status: 503 }]],
    ['a connection cut before the first byte', [{ kind: 'cut' }]],
    ['a stream cut in the middle', [{ kind: 'cut', text: 'one two three four', afterTokens: 2 }]],
    ['a stream that ends without saying so', [{ kind: 'unfinished', text: 'one two' }]],
    ['an error inside the stream', [{ kind: 'stream-error', text: 'one two', afterTokens: 1 }]],
    ['a body that is not JSON', [{ kind: 'invalid-json' }]],
    ['an empty answer', [{ kind: 'reply' }]],
  ])('%s, by asking again', async (_, faults) => {
    const result = await ask([...faults, 'All well.']);
    expect(result).toMatchObject({ status: 'completed', answer: 'All well.', error: null });
    expect(await server.requests()).toHaveLength(2);
    expect(result.messages.map((message) => message.content)).toEqual(['Hello', 'All well.']);
    await expectClean(result);
  });

  it('ends each call in the record, also one whose reply was empty, with what it used', async () => {
    const { events } = await ask([{ kind: 'reply' }, 'All well.'], { maxRetries: 0 });
    const usages = events.flatMap(({ type, data }) => (type === 'on_chat_model_end' ? [data.usage] : []));
    expect(events.filter(({ type }) => type === 'on_chat_model_start')).toHaveLength(2);
    expect(usages).toHaveLength(2);
    expect(usages[0]).toMatchObject({ inputTokens: expect.any(Number), modelCalls: 1 });
    expect(usages[0]?.inputTokens).toBeGreaterThan(0);
  });

  it('says in the events that the text so far is void when a stream is asked for anew', async () => {
    const { events } = await ask([{ kind: 'cut', text: 'one two three', afterTokens: 2 }, 'All well.']);
    const told = events.flatMap((event) =>
      event.type === 'on_chat_model_stream'
        ? [event.data.chunk]
        : event.type === 'on_custom_event'
          ? [event.data.status]
          : [],
    );
    expect(told.indexOf('answer_restarted')).toBeGreaterThan(0);
    expect(told.slice(told.indexOf('answer_restarted') + 1).join('')).toBe('All well.');
  });

  it.each<[string, Behaviour, string[]]>([
    ['arguments that break off', lookup('{"q": '), ['not a JSON object']],
    ['arguments that are a list', lookup('[1]'), ['not a JSON object']],
    [
      'an unknown tool',
      { kind: 'reply', toolCalls: [{ name: 'nope', arguments: {} }] },
      ['There is no tool \\"nope\\".', 'call \\"lookup\\"', 'answer the user in plain text'],
    ],
  ])('%s, which the model is told of', async (_, fault, told) => {
    const result = await ask([fault, 'I see.']);
    expect(result).toMatchObject({ status: 'completed', answer: 'I see.' });
    const [, again] = await server.requests();
    for (const words of told) expect(JSON.stringify(again?.body)).toContain(words);
    await expectClean(result);
  });

  it('a call without an id', async () => {
    const result = await ask([lookup({ q: 'x' }, null), 'Found.']);
    expect(result).toMatchObject({ status: 'completed', answer: 'Found.' });
    await expectClean(result);
  });

  it('one id for two calls, of which one runs', async () => {
    const twice = { name: 'lookup', arguments: { q: 'x' }, id: 'same' };
    const result = await ask([{ kind: 'reply', toolCalls: [twice, twice] }, 'Once.']);
    expect(result.answer).toBe('Once.');
    expect(result.events.filter((event) => event.type === 'on_tool_start')).toHaveLength(1);
    await expectClean(result);
  });

  it.each(['openai:other', 'local'])('a refused key, by the fallback %s', async (fallback) => {
    const result = await ask([{ kind: 'refuse', status: 401 }, 'The other one.'], {
      fallbackModels: [fallback],
    });
    expect(result.status).toBe('completed');
    expect(result.answer).toBe(fallback === 'local' ? 'The local one.' : 'The other one.');
  });

  it('bytes that arrive in any packets', async () => {
    const text = 'Grüße aus Zürich 🎈 — fünf';
    for (const packets of [1, 3, 7, 'all'] as const) {
      const wire = { packets, comments: true, lineEnding: 'crlf' } as const;
      expect(await ask([{ kind: 'reply', text, wire }])).toMatchObject({ answer: text });
    }
  });
});

describe('a run fails with a typed error on', () => {
  it.each<[string, Behaviour, ErrorCode]>([
    ['a refused key', { kind: 'refuse', status: 401 }, 'MODEL_AUTH'],
    ['a refused request', { kind: 'refuse', status: 400, message: 'too odd' }, 'MODEL_REFUSED'],
    [
      '429 again and again',
      { kind: 'refuse', status: 429, retryAfter: 0, repeat: true },
      'MODEL_RATE_LIMITED',
    ],
    [
      '429 that asks for an hour',
      { kind: 'refuse', status: 429, retryAfter: 3600, repeat: true },
      'MODEL_RATE_LIMITED',
    ],
    ['500 again and again', { kind: 'refuse', status: 500, repeat: true }, 'MODEL_UNAVAILABLE'],
    ['a redirect', { kind: 'redirect', location: 'http://127.0.0.1:1/v1', repeat: true }, 'MODEL_REFUSED'],
    ['empty answers', { kind: 'reply', repeat: true }, 'MODEL_BAD_REPLY'],
    [
      'streams that are always cut',
      { kind: 'cut', text: 'one two', afterTokens: 1, repeat: true },
      'MODEL_BAD_REPLY',
    ],
    ['a huge answer', { kind: 'huge', megabytes: 12, repeat: true }, 'MODEL_BAD_REPLY'],
  ])('%s', async (_, fault, code) => {
    const result = await ask([fault]);
    expect(result).toMatchObject({ status: 'failed', error: { code } });
    expect(result.answer).toMatch(/^I could not answer this/);
    expect(result.answer).not.toMatch(operatorText);
    expect(result.messages.map((message) => message.role)).toEqual(['user']);
    expect(result.events.filter((event) => event.type === 'on_error')).toHaveLength(1);
    await expectClean(result);
  });

  it('a model that hangs, when one call’s time is up', async () => {
    const result = await ask([{ kind: 'hang', repeat: true }], { callTimeoutMs: 100 });
    expect(result).toMatchObject({ status: 'failed', error: { code: 'MODEL_TIMEOUT' } });
    await expectClean(result);
  });

  it('a server that is not there', async () => {
    const models = createModels({
      defaultModel: 'openai:x',
      env: { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' },
      timeoutMs: 1000,
      maxRetries: 0,
    });
    const workflow = await compileWorkflow(sketch({ agents: { A: {} }, limits: { maxRetries: 0 } }), {
      model: () => models.get(null),
    });
    expect(await runTurn(workflow, { message: 'Hello' })).toMatchObject({
      status: 'failed',
      error: { code: 'MODEL_UNAVAILABLE' },
    });
  });
});

describe('the time limit of a run', () => {
  it.each<[string, Behaviour]>([
    ['before its headers', { kind: 'hang' }],
    ['in the middle of a stream', { kind: 'hang', text: 'one two three', afterTokens: 2 }],
  ])('closes a connection that hangs %s within a second', async (_, fault) => {
    const started = Date.now();
    const result = await ask([fault], { timeoutMs: 300, callTimeoutMs: 60_000 });
    expect(result.status).toBe('suspended');
    const { closedAt } = await server.closed(0, 1000);
    expect(Date.parse(String(closedAt)) - started).toBeLessThan(1300);
    await expectClean(result);
  });
});
