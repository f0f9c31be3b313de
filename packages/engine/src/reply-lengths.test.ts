// How long a reply may be, and what becomes of one that breaks off.
import type { RunEvent, Tool, WorkflowDefinition } from '@cadence-agents/contracts';
import type { ScriptedReply } from '@cadence-agents/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runTurn } from './conversation/run-turn.ts';
import { search as searchPlugin } from './coordinator.fixture.ts';
import { createModels } from './models/model-registry.ts';
import {
  type AskedBody,
  startWindowServer,
  type TooLong,
  type WindowReply,
  type WindowServer,
} from './models/window-server.fixture.ts';
import { play } from './run.fixture.ts';
import { compileWorkflow } from './workflow/compile-workflow.ts';
import { coordinatorWorkflow } from './workflow/coordinator-workflow.ts';
import { planVerifyWorkflow } from './workflow/plan-verify-workflow.ts';
import { sketch } from './workflow.fixture.ts';

const search: Tool = {
  name: 'search',
  description: 'Searches documents',
  input: z.object({ query: z.string() }),
  run: () => 'Herons stand up to 140 cm tall.',
};
const alone = (limits: WorkflowDefinition['limits'] = {}, maxOutputTokens?: number) =>
  sketch({
    agents: { A: maxOutputTokens === undefined ? {} : { maxOutputTokens } },
    ...(limits && { limits }),
  });
const designs: [string, WorkflowDefinition][] = [
  ['coordinator', coordinatorWorkflow([searchPlugin], { structured: 'none' })],
  ['declarative', alone()],
  ['plan-verify', planVerifyWorkflow([search])],
];

let server: WindowServer | undefined;
afterEach(() => server?.close());

async function ask(
  definition: WorkflowDefinition,
  reply: (body: AskedBody, call: number) => WindowReply,
  { model = 'openai:local', window = 100_000, message = 'How tall are herons?', tooLong }: Options = {},
) {
  server = await startWindowServer(window, reply, tooLong);
  const env = { OPENAI_BASE_URL: `${server.url}/v1` };
  const models = createModels({ defaultModel: model, maxRetries: 0, timeoutMs: 20_000, env });
  const workflow = compileWorkflow(definition, { model: (name) => models.get(name), tools: [search] });
  const events: RunEvent[] = [];
  const result = await runTurn(workflow, { message, onEvent: (event) => events.push(event) });
  const caps = server.asked.map(({ body }) => body.max_completion_tokens ?? body.max_tokens);
  return { ...result, events, caps, asked: server.asked };
}

interface Options {
  model?: string;
  window?: number;
  message?: string;
  tooLong?: TooLong;
}

/** What each role says, told apart by the form that it is asked for. */
function anyRole({ response_format, tools }: AskedBody): WindowReply {
  const form = JSON.stringify(response_format ?? '');
  if (form.includes('verdict')) return { content: '{"verdict":"success","missing":"","question":""}' };
  const calls = [{ id: 'a', tool: 'search', args: { query: 'herons' }, after: [] }];
  if (form.includes('next')) return { content: JSON.stringify({ next: 'tool_use', calls }) };
  if (tools.some((tool) => tool.function.name === 'goto_finalize'))
    return { calls: [{ name: 'goto_finalize', args: {} }] };
  return { content: 'Up to 140 cm (search).' };
}

const chunksOf = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'on_chat_model_stream' ? [event.data.chunk] : [])).join('');
const statuses = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'on_custom_event' ? [event.data.status] : []));
const count = (events: readonly RunEvent[], type: RunEvent['type']) =>
  events.filter((event) => event.type === type).length;

describe('the most tokens of a reply', () => {
  it.each(designs)('are asked for at every call: %s', async (_, definition) => {
    const { status, caps } = await ask(definition, anyRole);
    expect(status).toBe('completed');
    expect(caps.length).toBeGreaterThan(0);
    expect(caps).toEqual(caps.map(() => 8_000));
  });

  it('come from the agent, else from the workflow, else from what is known of the model', async () => {
    const short = () => ({ content: 'Yes.' });
    const capOf = async (definition: WorkflowDefinition) => {
      const { caps } = await ask(definition, short, { model: 'openai:gpt-4o' });
      await server?.close();
      return caps;
    };
    expect(await capOf(alone({ maxOutputTokens: 300 }, 200))).toEqual([200]);
    expect(await capOf(alone({ maxOutputTokens: 300 }))).toEqual([300]);
    expect(await capOf(alone())).toEqual([4_096]);
  });

  it('are lowered when the provider takes less', async () => {
    const { status, answer, caps } = await ask(
      alone({ maxOutputTokens: 6_000 }),
      ({ max_completion_tokens = 0, max_tokens = max_completion_tokens }) =>
        max_tokens > 2_048
          ? {
              refuse: `max_tokens is too large: ${max_tokens}. This model supports at most 2048 completion tokens.`,
            }
          : { content: 'Fine.' },
    );
    expect({ status, answer, caps }).toEqual({ status: 'completed', answer: 'Fine.', caps: [6_000, 2_048] });
  });

  it('are raised once for a model that thought for longer than usual', async () => {
    const { answer, caps } = await ask(
      alone(),
      ({ max_completion_tokens = 0, max_tokens = max_completion_tokens }) =>
        max_tokens <= 8_000 ? { content: '', finishReason: 'length' } : { content: 'At last.' },
    );
    expect({ answer, caps }).toEqual({ answer: 'At last.', caps: [8_000, 16_000] });
  });
});

describe('limits.maxTokens', () => {
  const long = () => ({ content: 'word '.repeat(6_000) });

  it('of 100 leaves a call no 6,000 tokens', async () => {
    const { usage, caps, status, degraded } = await ask(alone({ maxTokens: 100 }), long);
    expect(caps).toEqual([expect.any(Number)]);
    expect(caps[0]).toBeLessThanOrEqual(100);
    expect(usage.outputTokens).toBeLessThanOrEqual(100);
    expect({ status, degraded }).toEqual({ status: 'completed', degraded: ['answer_cut'] });
  });

  it.each(designs)('is not gone beyond by more than one call: %s', async (_, definition) => {
    const maxTokens = 700;
    const limited = { ...definition, limits: { ...definition.limits, maxTokens } };
    const { counters, answer, caps, asked } = await ask(limited, (body, call) =>
      call === 1 ? anyRole(body) : long(),
    );
    const largest = Math.max(...asked.map(({ tokens }, index) => tokens + (caps[index] ?? 0)));
    expect(counters.tokens).toBeLessThanOrEqual(maxTokens + largest);
    expect(Math.max(...caps.map((cap) => cap ?? Number.POSITIVE_INFINITY))).toBeLessThanOrEqual(maxTokens);
    expect(answer).not.toBe('');
  });

  it('ends a visit that would ask again, with an answer that says so', async () => {
    const { status, answer, counters, asked } = await ask(
      sketch({
        agents: { A: {}, B: {} },
        edges: [
          ['A', 'B', 'B'],
          ['B', 'A', 'A'],
        ],
        limits: { maxTokens: 50 },
      }),
      () => ({ content: '<think>Where to?</think>' }),
    );
    expect(asked).toHaveLength(1);
    expect(counters.tokens).toBeGreaterThan(50);
    expect({ status, answer }).toEqual({ status: 'suspended', answer: expect.stringContaining('more text') });
  });
});

describe('a reply that breaks off', () => {
  const cut = (content: string): ScriptedReply => ({ content, finishReason: 'length' });

  it('is gone on with once, in one piece for the reader', async () => {
    const { answer, degraded, events, usage, model } = await play(alone(), {
      A: [cut('The first half, '), 'and the second.'],
    });
    expect(answer).toBe('The first half, and the second.');
    expect(degraded).toEqual([]);
    expect(chunksOf(events)).toBe(answer);
    expect(statuses(events)).toEqual(['answer_continued']);
    expect([count(events, 'on_chat_model_start'), count(events, 'on_chat_model_end')]).toEqual([1, 1]);
    expect(usage.modelCalls).toBe(2);
    expect(model.requests[1]?.messages.slice(-2)).toMatchObject([
      { role: 'assistant', content: 'The first half, ' },
      { role: 'user', content: expect.stringContaining('exactly where it stopped') },
    ]);
  });

  it('again says so: in the record, and in the events', async () => {
    const { answer, degraded, status, events } = await play(alone(), { A: [cut('One, '), cut('two, ')] });
    expect({ status, answer, degraded }).toEqual({
      status: 'completed',
      answer: 'One, two, ',
      degraded: ['answer_cut'],
    });
    expect(events.find(({ type }) => type === 'on_chat_model_end')?.data).toMatchObject({
      finishReason: 'length',
    });
    expect(events.at(-1)?.data).toMatchObject({ degraded: ['answer_cut'] });
  });

  it('stands as it is when going on with it fails', async () => {
    const { answer, degraded } = await play(alone(), { A: [cut('One, '), new Error('down')] });
    expect({ answer, degraded }).toEqual({ answer: 'One, ', degraded: ['answer_cut'] });
  });

  it('because so much was asked for is not gone on with', async () => {
    const { answer, degraded, model } = await play(alone({}, 50), { A: [cut('One, ')] });
    expect({ answer, degraded, calls: model.requests.length }).toEqual({
      answer: 'One, ',
      degraded: ['answer_cut'],
      calls: 1,
    });
  });

  it('is no matter once another answer has taken its place', async () => {
    const workflow = sketch({ agents: { A: { maxOutputTokens: 50 }, B: {} }, edges: [['A', null, 'B']] });
    const { answer, degraded } = await play(workflow, { A: [cut('One, ')], B: ['All of it.'] });
    expect({ answer, degraded }).toEqual({ answer: 'All of it.', degraded: [] });
  });

  it('by the content filter says so', async () => {
    const filtered: ScriptedReply = { content: 'So far', finishReason: 'content_filter' };
    const { answer, degraded } = await play(alone(), { A: [filtered] });
    expect({ answer, degraded }).toEqual({ answer: 'So far', degraded: ['answer_filtered'] });
  });
});

describe('a request that is too long', () => {
  const question = `How tall are herons? ${'They stand in the reeds. '.repeat(780)}`;
  const anthropic: TooLong = ({ tokens, window }) => ({
    status: 400,
    body: {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: `prompt is too long: ${tokens} tokens > ${window} maximum`,
      },
    },
  });
  const gemini: TooLong = ({ tokens, window }) => ({
    status: 400,
    body: {
      error: {
        code: 400,
        status: 'INVALID_ARGUMENT',
        message: `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${window}).`,
      },
    },
  });
  const silent: TooLong = () => ({
    status: 400,
    body: { error: { message: 'Bad request.', code: 'context_length_exceeded' } },
  });

  it.each([
    ['OpenAI', undefined, 2],
    ['Anthropic', anthropic, 2],
    ['Gemini', gemini, 2],
    ['a provider that tells no number', silent, 6],
  ])('is sent again shorter, as often as needs be: %s', async (_, tooLong, most) => {
    for (const [name, definition] of designs) {
      const { status, degraded, asked, answer } = await ask(definition, anyRole, {
        window: 3_000,
        message: question,
        ...(tooLong && { tooLong }),
      });
      await server?.close();
      expect({ name, status, degraded, answer }).toMatchObject({
        name,
        status: 'completed',
        degraded: [],
        answer: expect.stringContaining('140'),
      });
      expect(asked.filter(({ refused }) => refused).length).toBeLessThan(most);
    }
  });

  it('is given up after a few tries, with an error of its own', async () => {
    const { status, error, asked } = await ask(alone(), anyRole, { window: 20, message: question });
    expect({ status, code: error?.code }).toEqual({ status: 'failed', code: 'MODEL_CONTEXT_EXCEEDED' });
    expect(asked.length).toBeLessThanOrEqual(6);
  });
});
