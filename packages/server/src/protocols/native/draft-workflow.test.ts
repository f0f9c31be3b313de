import type { ApiDraftStep } from '@cadence-agents/contracts';
import { type FakeModelServer, startFakeModelServer } from '@cadence-agents/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServer } from '../../http/server.fixture.ts';

let model: FakeModelServer;
beforeAll(async () => {
  model = await startFakeModelServer();
});
afterAll(() => model.close());
beforeEach(() => model.reset());

const withModel = (more: Record<string, string> = {}) =>
  startServer({
    ...more,
    CADENCE_DEFAULT_MODEL: 'openai:writer',
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'sk-not-a-real-one',
  });

const node = (id: string) => ({ id, nodeType: 'AGENT', nodeName: id, agentId: id });
const agent = (id: string) => ({ id, name: id, systemPrompt: `You are ${id}.` });
const good = {
  ...{ id: 'letters', name: 'Letters', entrypointNodeId: 'writer' },
  nodes: [node('writer'), node('reader')],
  edges: [{ sourceNodeId: 'writer', targetNodeId: 'reader', conditionValue: 'read' }],
  agents: [agent('writer'), agent('reader')],
};
/** What only whoever wants it can decide. */
const forbidden = { ...good, policies: [{ rule: 'never', what: { node: 'writer' } }] };
/** A slip of the pen, which is not. */
const slipped = { ...good, entrypointNodeId: 'wrter' };

it('has what is wrong put right, by itself or by the model, and simulates it', async () => {
  const { client } = await withModel();
  const words = 'Somebody writes, somebody reads.';
  await model.script([
    'Certainly! Here you are: no definition at all.',
    `\`\`\`json\n${JSON.stringify({ ...slipped, policies: [{ rule: 'never', what: { node: 'nobody-at-all' } }], nodes: [] })}\n\`\`\``,
    `<think>Now then.</think>${JSON.stringify(slipped)}`,
  ]);
  const draft = await client.draftWorkflow({ body: { words } });
  expect(draft).toMatchObject({
    definition: { ...good, entrypointNodeId: 'writer' },
    problems: [],
    mended: [{ code: 'ENTRYPOINT_UNDEFINED', title: 'Start at "writer"' }],
    simulation: { certainty: 'decided' },
    model: 'openai:writer',
    rounds: 3,
    stopped: 'done',
  });
  expect(draft.usage.inputTokens).toBeGreaterThan(0);
  const [first, second, third] = (await model.requests()).map(({ body }) => JSON.stringify(body));
  expect(first).toMatch(/TOOL_EXECUTOR[\s\S]*calculate[\s\S]*plugin:math[\s\S]*Somebody writes/);
  expect(second).toContain('was not a JSON object');
  expect(third).toContain('FIELD_VALUE at $.nodes');
  // Nothing of it is kept but what it cost.
  await expect(client.getWorkflow({ params: { id: 'letters' }, query: {} })).rejects.toMatchObject({
    code: 'WORKFLOW_NOT_FOUND',
  });
});

it('changes a definition, and keeps its id', async () => {
  const { client } = await withModel();
  await model.script([JSON.stringify({ ...good, id: 'other', name: 'More letters' })]);
  const draft = await client.draftWorkflow({ body: { words: 'Call it more.', definition: good } });
  expect(draft.definition).toMatchObject({ id: 'letters', name: 'More letters' });
  expect(JSON.stringify((await model.requests()).at(-1)?.body)).toContain('Here is a workflow');
});

it('gives back the best there was when the rounds are over, and says so', async () => {
  const { client } = await withModel();
  const bad = JSON.stringify(forbidden);
  await model.script([bad, bad, bad, bad]);
  const draft = await client.draftWorkflow({ body: { words: 'Something.' } });
  expect(draft).toMatchObject({
    definition: forbidden,
    problems: [{ code: 'POLICY_BROKEN' }],
    simulation: { policies: [{ holds: false }] },
    rounds: 4,
    stopped: 'rounds',
  });
});

it('refuses a model that writes nothing of use, and the offline one in plain words', async () => {
  const { client } = await withModel();
  const huge = `{"nodes": "${'x'.repeat(500_000)}"}`;
  await model.script([huge, 'No.', '[1, 2]', 'Never.']);
  await expect(client.draftWorkflow({ body: { words: 'Something.' } })).rejects.toMatchObject({
    code: 'MODEL_BAD_REPLY',
  });
  const offline = await startServer({});
  await expect(offline.client.draftWorkflow({ body: { words: 'Something.' } })).rejects.toMatchObject({
    code: 'MODEL_OFFLINE',
    hint: expect.stringContaining('OPENAI_API_KEY'),
  });
});

const broken = JSON.stringify(forbidden);
const words = 'Somebody writes, somebody reads.';

describe('told step by step', () => {
  it('says what is found and mended, how often the model is asked again, and ends with the draft', async () => {
    const { client, url } = await withModel();
    await model.script(['No.', broken, JSON.stringify(slipped)]);
    const steps: ApiDraftStep[] = [];
    const draft = await client.draft({ words }, { onStep: (step) => steps.push(step) });
    expect(steps).toEqual([
      { step: 'write' },
      { step: 'check', isDefinition: false, mended: [], left: [] },
      { step: 'repair', number: 1, most: 3 },
      { step: 'check', isDefinition: true, mended: [], left: ['POLICY_BROKEN'] },
      { step: 'repair', number: 2, most: 3 },
      { step: 'check', isDefinition: true, mended: ['ENTRYPOINT_UNDEFINED'], left: [] },
      { step: 'simulate' },
    ]);
    expect(draft).toMatchObject({ definition: { ...good }, rounds: 3, stopped: 'done' });
    const headers = {
      ...{ accept: 'text/event-stream', 'content-type': 'application/json', 'idempotency-key': 'once' },
    };
    const send = () =>
      fetch(`${url}/api/v1/workflows/draft`, { method: 'POST', headers, body: JSON.stringify({ words }) });
    await model.script([JSON.stringify(good), JSON.stringify(good)]);
    for (const _ of [1, 2]) expect(await (await send()).text()).toMatch(/event: done/);
  });

  it('says at once who cannot, and on the way what went wrong', async () => {
    const { client } = await withModel();
    const draft = (more = {}) => client.draft({ words, ...more });
    await expect(draft({ model: 'nobody:nothing' })).rejects.toMatchObject({ code: 'MODEL_UNKNOWN' });
    await model.script([{ kind: 'refuse', status: 401 }]);
    await expect(draft()).rejects.toMatchObject({ code: 'MODEL_AUTH' });
    await model.script(['No.', 'No.', 'No.', 'No.', JSON.stringify(good)]);
    await expect(draft()).rejects.toMatchObject({ code: 'MODEL_BAD_REPLY', hint: expect.any(String) });
  });
});

describe('is bounded', () => {
  const usage = { inputTokens: 60_000, outputTokens: 1_000 };
  const reply = (text: string) => ({ kind: 'reply' as const, text, usage });

  it('in tokens', async () => {
    const { client } = await withModel();
    await model.script([reply(broken), reply(broken), reply(JSON.stringify(good))]);
    expect(await client.draftWorkflow({ body: { words } })).toMatchObject({
      ...{ stopped: 'tokens', rounds: 2, definition: forbidden, usage: { inputTokens: 120_000 } },
    });
    expect(await model.requests()).toHaveLength(2);
    await model.script([reply('No.'), reply('No.'), reply(JSON.stringify(good))]);
    await expect(client.draftWorkflow({ body: { words } })).rejects.toMatchObject({
      code: 'MODEL_BAD_REPLY',
    });
  });

  it('in time, also while the model is silent, and keeps what there is by then', async () => {
    const { client } = await withModel({ CADENCE_RUN_TIMEOUT_MS: '1500' });
    await model.script([broken, { kind: 'hang', repeat: true }]);
    expect(await client.draftWorkflow({ body: { words } })).toMatchObject({
      ...{ stopped: 'time', rounds: 2, definition: forbidden, problems: [{ code: 'POLICY_BROKEN' }] },
    });
    await model.closed(1);
    await expect(client.draftWorkflow({ body: { words } })).rejects.toMatchObject({ code: 'MODEL_TIMEOUT' });
  });

  it.each(['draft', 'draftWorkflow'] as const)('by whoever asks: %s ends when they leave', async (call) => {
    const { client } = await withModel();
    await model.script([{ kind: 'hang', repeat: true }]);
    const leave = new AbortController();
    const { signal } = leave;
    const drafting =
      call === 'draft'
        ? client.draft({ words }, { signal })
        : client.draftWorkflow({ body: { words } }, { signal });
    const ended = expect(drafting).rejects.toMatchObject({ name: 'AbortError' });
    await model.arrived(0);
    leave.abort();
    await ended;
    await model.closed(0);
    expect(await model.requests()).toHaveLength(1);
  });
});
