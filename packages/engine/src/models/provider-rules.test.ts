// Each provider refuses what its documentation says it refuses; no conversation of several agents may be refused.
import type { ChatModel, JsonValue, Message, ModelRequest, ToolSpec } from '@cadence-agents/contracts';
import { runs } from '@cadence-agents/testkit/random-runs';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { anthropicModel } from './anthropic/anthropic-model.ts';
import { langchainModel } from './langchain/langchain-model.ts';
import { json, type LocalServer, startLocalServer } from './local-server.fixture.ts';
import { openaiModel } from './openai/openai-model.ts';
import {
  anthropicProblem,
  geminiProblem,
  reasoningProblem,
  strictTemplateProblem,
} from './provider-rules.fixture.ts';
import { repairPairing } from './tool-call-pairing.ts';

const { signal } = new AbortController();
const tool: ToolSpec = {
  name: 'search',
  description: 'Searches.',
  parameters: { type: 'object', properties: { query: { type: 'string' } } },
};
const call = (id: string) => ({ id, name: 'search', args: { query: 'herons' } });
const result = (toolCallId: string, content = 'Found.'): Message => ({
  id: `r${toolCallId}`,
  role: 'tool',
  toolCallId,
  toolName: 'search',
  content,
});

/** Two agents at work on a question: one speaks and calls twice, the other speaks, then calls. */
const severalAgents: Message[] = [
  { id: '1', role: 'assistant', content: 'Hello, how can I help?', agent: 'desk' },
  { id: '2', role: 'user', content: 'Where do herons nest?' },
  { id: '3', role: 'assistant', content: ' \n', agent: 'desk', toolCalls: [call('a:1'), call('a:2')] },
  result('a:1'),
  result('a:2', ''),
  { id: '4', role: 'assistant', content: 'In trees.', agent: 'desk' },
  { id: '5', role: 'assistant', content: 'Let me check.', agent: 'checker' },
  { id: '6', role: 'assistant', content: '', agent: 'checker', toolCalls: [call('b')] },
  result('b'),
];

const question: Message = { id: '9', role: 'user', content: 'And why?' };

interface Provider {
  name: string;
  problem: (body: JsonValue) => string | undefined;
  model: (baseUrl: string) => ChatModel;
  reply: JsonValue;
}

const limits = { timeoutMs: 20_000, apiKey: 'key-of-the-test' };
const completion = { choices: [{ message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }] };
const providers: Provider[] = [
  {
    name: 'Anthropic',
    problem: anthropicProblem,
    model: (baseUrl) => anthropicModel({ model: 'claude', baseUrl, ...limits }),
    reply: {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'claude',
      content: [{ type: 'text', text: 'Yes.' }],
      stop_reason: 'end_turn',
      usage: {
        input_tokens: 5,
        output_tokens: 1,
        cache_read_input_tokens: 7,
        cache_creation_input_tokens: 2,
      },
    },
  },
  {
    name: 'Gemini',
    problem: geminiProblem,
    model: (baseUrl) => langchainModel({ provider: 'google-genai', model: 'gemini', baseUrl, ...limits }),
    reply: {
      candidates: [{ content: { role: 'model', parts: [{ text: 'Yes.' }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 14, candidatesTokenCount: 1, cachedContentTokenCount: 7 },
    },
  },
  {
    name: "OpenAI's reasoning models",
    problem: reasoningProblem,
    model: (baseUrl) => openaiModel({ model: 'o4-mini', baseUrl, ...limits }),
    reply: completion,
  },
  {
    name: 'a server with a strict chat template',
    problem: strictTemplateProblem,
    model: (baseUrl) => openaiModel({ model: 'mistral-small', baseUrl, ...limits }),
    reply: completion,
  },
];

let server: LocalServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function strict({ problem, model, reply }: Provider): Promise<ChatModel> {
  const started = await startLocalServer((response) => {
    const body = started.bodies.at(-1) as JsonValue;
    const message = problem(body);
    if (message === undefined) json(response, reply);
    else json(response, { error: { type: 'invalid_request_error', message, code: 400 } }, 400);
  });
  server = started;
  return model(started.url);
}

const base: ModelRequest = {
  system: 'Be brief.',
  messages: severalAgents,
  tools: [tool],
  note: 'Today is Monday.',
  speaker: 'checker',
  temperature: 0.2,
  maxOutputTokens: 50,
};

describe.each(providers)('$name', (provider) => {
  it.each<[string, Partial<ModelRequest>]>([
    ['with the results of tools last', {}],
    ['with no tools of its own', { tools: [] }],
    ['with no note', { note: '' }],
    ['with no system prompt', { system: '' }],
    ['after another agent has spoken', { messages: severalAgents.slice(0, 7) }],
    ['with a question last', { messages: [...severalAgents.slice(0, 7), question] }],
    [
      'with two messages of the user in a row',
      {
        messages: [...severalAgents.slice(1, 2), question],
      },
    ],
  ])('takes a conversation of several agents %s', async (_, given) => {
    const model = await strict(provider);
    expect(await model.generate({ ...base, ...given }, { signal })).toMatchObject({ content: 'Yes.' });
  });
});

const words = fc.constantFrom('', ' ', 'Yes.', 'Two\nlines');
const callIds = fc.uniqueArray(fc.constantFrom('a', 'b:1', 'c', 'd'.repeat(60)), { maxLength: 3 });
const anyMessage = fc.oneof(
  fc.record({ id: fc.uuid(), role: fc.constant('user' as const), content: fc.constantFrom('Why?', 'And?') }),
  fc.record({
    id: fc.uuid(),
    role: fc.constant('assistant' as const),
    content: words,
    agent: fc.constantFrom('desk', 'checker', ''),
    toolCalls: callIds.map((ids) => ids.map(call)),
  }),
  fc.record({
    id: fc.uuid(),
    role: fc.constant('tool' as const),
    toolCallId: fc.constantFrom('a', 'b:1', 'c'),
    toolName: fc.constant('search'),
    content: words,
    isError: fc.boolean(),
  }),
);

describe.each(providers.slice(0, 2))('$name', (provider) => {
  it('takes whatever a history can come to', { timeout: 60_000 }, async () => {
    const model = await strict(provider);
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyMessage, { minLength: 1, maxLength: 8 }),
        fc.constantFrom([], [tool]),
        fc.constantFrom('', 'Today is Monday.'),
        async (messages, tools, note) => {
          const request = { ...base, messages: repairPairing(messages), tools, note };
          expect(await model.generate(request, { signal })).toMatchObject({ content: 'Yes.' });
        },
      ),
      { numRuns: runs(60, 20) },
    );
  });
});

describe('what a provider had in its cache', () => {
  it.each([
    [0, { inputTokens: 14, outputTokens: 1, modelCalls: 1, cachedInputTokens: 7, cacheWriteTokens: 2 }],
    [1, { inputTokens: 14, outputTokens: 1, modelCalls: 1, cachedInputTokens: 7 }],
  ])('is read off its reply (%i)', async (index, usage) => {
    const provider = providers[index];
    if (!provider) throw new Error('There is no such provider.');
    const model = await strict(provider);
    expect((await model.generate(base, { signal })).usage).toEqual(usage);
  });

  it('holds for Anthropic up to the note: the tools with the system prompt, and the conversation', async () => {
    const [anthropic] = providers;
    if (!anthropic) throw new Error('There is no such provider.');
    const model = await strict(anthropic);
    await model.generate(base, { signal });
    const mark = { cache_control: { type: 'ephemeral' } };
    expect(server?.bodies[0]).toMatchObject({
      system: [{ type: 'text', text: 'Be brief.', ...mark }],
      messages: [
        { role: 'user', content: [{ text: 'Go on.' }] },
        { role: 'assistant', content: '[desk] Hello, how can I help?' },
        { role: 'user', content: [{ text: 'Where do herons nest?' }] },
        { role: 'assistant', content: [{ type: 'tool_use' }, { type: 'tool_use' }] },
        { role: 'user', content: [{ type: 'tool_result' }, { type: 'tool_result' }] },
        {
          role: 'assistant',
          content: [{ type: 'text', text: '[desk] In trees.\n\nLet me check.' }, { type: 'tool_use' }],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', ...mark },
            { type: 'text', text: 'Today is Monday.' },
          ],
        },
      ],
    });
    expect(JSON.stringify(server?.bodies[0]).match(/cache_control/g)).toHaveLength(2);
  });
});
