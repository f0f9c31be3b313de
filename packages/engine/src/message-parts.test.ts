// What a model tells beside its words, through a whole run: thoughts, the arguments of calls, citations.
import { type Message, partsOf, type RunEvent } from '@cadence-agents/contracts';
import { type Behaviour, type FakeModelServer, startFakeModelServer } from '@cadence-agents/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runTurn } from './conversation/run-turn.ts';
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

async function ask(script: Behaviour[], history: Message[] = []) {
  await server.script(script);
  const models = createModels({
    defaultModel: 'openai:gpt-test',
    env: { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'x' },
    timeoutMs: 5000,
    maxRetries: 1,
  });
  const definition = sketch({
    agents: { A: { tools: ['lookup'] } },
    toolNodes: ['tools'],
    edges: [['A', 'tools', 'tools']],
  });
  const workflow = await compileWorkflow(definition, {
    model: (name) => models.get(name),
    tools: echoTools('lookup'),
  });
  const events: RunEvent[] = [];
  const { messages } = await runTurn(workflow, {
    message: 'Hello',
    history,
    onEvent: (event) => events.push(event),
  });
  return { messages: messages.slice(history.length), events };
}

/** Each message as its deltas put it together: the parts, and what of them was told. */
function toldIn(events: readonly RunEvent[]): Record<string, Record<string, string>> {
  const told: Record<string, Record<string, string>> = {};
  for (const { type, data } of events) {
    if (type === 'on_message_start') told[data.messageId] = {};
    const message = 'messageId' in data ? told[String(data.messageId)] : undefined;
    if (!message) continue;
    if (type === 'on_chat_model_stream') message.text = (message.text ?? '') + data.chunk;
    if (type !== 'on_message_delta') continue;
    const key = data.callId ?? data.part;
    expect(data.offset).toBe(message[key]?.length ?? 0);
    message[key] = (message[key] ?? '') + data.delta;
  }
  return told;
}

describe('a message', () => {
  it('has the thoughts of its model as a part, told before the words, and no later prompt has them', async () => {
    const { messages, events } = await ask([
      {
        kind: 'reply',
        reasoning: 'A greeting. Look it up first.',
        text: 'One moment.',
        toolCalls: [{ name: 'lookup', arguments: { q: 'greeting' }, id: 'call-1' }],
      },
      { kind: 'reply', reasoning: 'Say hello.', text: 'Hello!' },
    ]);
    const [, first, , last] = messages;
    expect(first && partsOf(first)).toEqual([
      { type: 'reasoning', text: 'A greeting. Look it up first.' },
      { type: 'text', text: 'One moment.' },
    ]);
    expect(last).toMatchObject({
      content: 'Hello!',
      parts: [
        { type: 'reasoning', text: 'Say hello.' },
        { type: 'text', text: 'Hello!' },
      ],
    });
    expect(toldIn(events)).toEqual({
      [first?.id ?? '']: {
        reasoning: 'A greeting. Look it up first.',
        text: 'One moment.',
        'call-1': '{"q":"greeting"}',
      },
      [last?.id ?? '']: { reasoning: 'Say hello.', text: 'Hello!' },
    });
    const types = events.map(({ type }) => type);
    expect(types.indexOf('on_message_delta')).toBeLessThan(types.indexOf('on_chat_model_stream'));
    const again = await ask([{ kind: 'reply', text: 'Again.' }], messages);
    expect(again.messages.at(-1)).toMatchObject({ content: 'Again.' });
    for (const { body } of await server.requests())
      expect(JSON.stringify(body)).not.toMatch(/Say hello|A greeting/);
  });

  it('has what was thought aloud between tags as such a part', async () => {
    const { messages, events } = await ask([{ kind: 'reply', text: '<think>Hm, hello.</think>\n\nHello!' }]);
    expect(messages.at(-1)).toMatchObject({
      content: 'Hello!',
      parts: [
        { type: 'reasoning', text: 'Hm, hello.' },
        { type: 'text', text: 'Hello!' },
      ],
    });
    expect(toldIn(events)[messages.at(-1)?.id ?? '']).toEqual({ reasoning: 'Hm, hello.', text: 'Hello!' });
  });

  it('is told anew whole when its reply broke off', async () => {
    const { messages, events } = await ask([
      { kind: 'cut', reasoning: 'I wonder.', text: 'one two', afterTokens: 3 },
      { kind: 'reply', reasoning: 'I know.', text: 'Hello!' },
    ]);
    const last = messages.at(-1);
    expect(last && partsOf(last)[0]).toEqual({ type: 'reasoning', text: 'I know.' });
    expect(toldIn(events)[last?.id ?? '']).toEqual({ reasoning: 'I know.', text: 'Hello!' });
  });
});
