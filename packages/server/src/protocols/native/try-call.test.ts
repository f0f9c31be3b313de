import { type FakeModelServer, startFakeModelServer } from '@cadence-agents/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer } from '../../http/server.fixture.ts';

let model: FakeModelServer;
beforeAll(async () => {
  model = await startFakeModelServer();
});
afterAll(() => model.close());

const workflowId = 'clerk';
const clerk = {
  id: workflowId,
  name: 'Clerk',
  entrypointNodeId: 'agent',
  nodes: [{ id: 'agent', workflowId, nodeType: 'AGENT', nodeName: 'clerk', agentId: 'helper' }],
  edges: [],
  agents: [{ id: 'helper', name: 'Helper', systemPrompt: 'You are long-winded.' }],
};

async function answered() {
  const server = await startServer({
    CADENCE_DEFAULT_MODEL: 'openai:first',
    CADENCE_MODEL_PRICES: '{"openai:second": {"input": 2, "output": 8}}',
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'sk-not-a-real-one',
  });
  await server.client.putWorkflow({ params: { id: workflowId }, query: {}, body: clerk });
  await model.script(['A long answer.']);
  const run = await server.client.sendMessage({
    params: { id: 'c1' },
    body: { message: 'Hello?', workflowId },
  });
  return { ...server, run, of: { id: run.id, number: 1 } };
}

it('asks another model another thing, and leaves the run as it was', async () => {
  const { client, run, of } = await answered();
  const before = await client.runRecording({ params: { id: run.id } });
  const { items: recorded } = await client.runCalls({ params: { id: run.id } });
  await model.script(['Short.']);
  const body = { model: 'openai:second', system: 'Be brief.', temperature: 0.2 };
  const tried = await client.tryCall({ params: of, body });
  expect(tried).toMatchObject({
    number: 1,
    node: 'clerk',
    request: { ...body, messages: recorded[0]?.request.messages },
    reply: { content: 'Short.', model: 'openai:second', finishReason: 'stop' },
    cost: expect.closeTo(
      ((tried.reply?.usage.inputTokens ?? 0) * 2 + (tried.reply?.usage.outputTokens ?? 0) * 8) / 1e6,
    ),
  });
  expect(tried.pieces?.waits.length).toBeGreaterThan(0);
  const sent = (await model.requests()).at(-1)?.body;
  expect(sent).toMatchObject({ model: 'second', temperature: 0.2 });
  expect(JSON.stringify(sent)).toMatch(/Be brief.*Hello\?/);
  expect(await client.runRecording({ params: { id: run.id } })).toEqual(before);
  expect((await client.runCalls({ params: { id: run.id } })).items).toEqual(recorded);
});

it('counts what it used for the workflow and the agent, without a run, and notes who did it', async () => {
  const { client, of } = await answered();
  const [before] = (await client.usage({ query: { groupBy: 'agent' } })).items;
  await model.script(['Once more.']);
  const { reply } = await client.tryCall({ params: of, body: {} });
  const [after] = (await client.usage({ query: { groupBy: 'agent' } })).items;
  expect(after).toMatchObject({
    group: 'helper',
    runs: 1,
    inputTokens: (before?.inputTokens ?? 0) + (reply?.usage.inputTokens ?? 0),
  });
  const { items } = await client.listAudit({ query: { action: 'run.try' } });
  expect(items).toMatchObject([{ target: of.id, outcome: 'done' }]);
});

it('says what is wrong with a call or a model that there is not', async () => {
  const { client, of } = await answered();
  await expect(client.tryCall({ params: { ...of, number: 2 }, body: {} })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    hint: 'It made 1.',
  });
  await expect(client.tryCall({ params: of, body: { model: 'nobody:x' } })).rejects.toMatchObject({
    code: 'MODEL_UNKNOWN',
  });
  await model.script([{ kind: 'refuse', status: 401, repeat: true }]);
  await expect(client.tryCall({ params: of, body: {} })).rejects.toMatchObject({ code: 'MODEL_AUTH' });
});

it('shows no file that the run did not show, and masks what looks like a secret', async () => {
  const { client, of } = await answered();
  const file = await client.attach(new Blob(['of somebody else'], { type: 'text/plain' }), 'theirs.txt');
  const part = {
    type: 'file' as const,
    fileId: file.id,
    mediaType: 'text/plain',
    name: 'theirs.txt',
    size: 16,
  };
  await model.script(['The key is sk-ant-REDACTED.']);
  const messages = [{ id: 'm', role: 'user' as const, content: 'Read it.', parts: [part] }];
  const { reply } = await client.tryCall({ params: of, body: { messages } });
  expect(JSON.stringify((await model.requests()).at(-1)?.body)).not.toContain('of somebody else');
  expect(reply?.content).not.toContain('sk-ant-api03');
});
