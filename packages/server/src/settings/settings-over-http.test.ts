// Settings that are entered while the server runs: in force without a restart, and after one.
import { type FakeModelServer, startFakeModelServer } from '@cadence-agents/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminKey, startLastingServer, startServer, type TestServer } from '../http/server.fixture.ts';

let model: FakeModelServer;
beforeAll(async () => {
  model = await startFakeModelServer();
});
afterAll(() => model.close());
beforeEach(() => model.reset());

type Client = TestServer['client'];

const enter = (client: Client, name: string, value: string | number | string[] | Record<string, string>) =>
  client.putSetting({ params: { name }, body: { value } });
const told = async (client: Client, name: string) =>
  (await client.listSettings()).items.find((setting) => setting.name === name);
const ask = (client: Client, id: string) =>
  client.sendMessage({ params: { id }, body: { message: 'Hello', workflowId: 'assistant' } });
const modelsAsked = async () =>
  (await model.requests()).map(({ body }) => (body as { model?: string } | null)?.model);

/** What it takes to be answered by a model of the fake server. */
async function connect(client: Client): Promise<void> {
  await client.putSecret({ params: { name: 'OPENAI_API_KEY' }, body: { value: 'entered-on-the-way' } });
  await enter(client, 'modelUrls', { openai: model.url });
  await enter(client, 'defaultModel', 'openai:chosen');
}

it('a model, its key and its address are used at once, and after a restart', async () => {
  await model.script([{ kind: 'reply', text: 'Chosen while it ran.', repeat: true }]);
  const { client, dataDir } = await startServer({ OPENAI_BASE_URL: '' });
  expect(await ask(client, 'before')).not.toMatchObject({ answer: 'Chosen while it ran.' });
  await connect(client);
  expect(await ask(client, 'a')).toMatchObject({ answer: 'Chosen while it ran.' });
  expect(await modelsAsked()).toEqual(['chosen']);
  expect(await told(client, 'defaultModel')).toMatchObject({
    ...{ source: 'entered', value: 'openai:chosen', pinned: false, inForce: true },
    entered: { value: 'openai:chosen', by: 'local', at: expect.any(String) },
  });
  const { items } = await client.listProviders();
  expect(items.find(({ name }) => name === 'openai')).toMatchObject({
    key: { variable: 'OPENAI_API_KEY', source: 'entered' },
    address: { value: model.url, source: 'settings' },
  });
  expect(await client.listProviderModels({ params: { name: 'openai' }, body: {} })).toEqual({
    items: ['openai:fake-model'],
  });

  const restarted = await startServer({ CADENCE_DATA_DIR: dataDir });
  expect(await ask(restarted.client, 'b')).toMatchObject({ answer: 'Chosen while it ran.' });
  await restarted.client.deleteSetting({ params: { name: 'defaultModel' } });
  expect(await told(restarted.client, 'defaultModel')).toMatchObject({
    ...{ source: 'default', value: 'offline', entered: null },
  });
  expect(await ask(restarted.client, 'c')).not.toMatchObject({ answer: 'Chosen while it ran.' });
});

it('a key and an address are tried before they are kept', async () => {
  const { client } = await startServer({ OPENAI_API_KEY: '' });
  const connection = { key: 'tried-before-it-is-kept', url: model.url };
  const { items } = await client.listProviderModels({ params: { name: 'openai' }, body: connection });
  expect(items).toEqual(['openai:fake-model']);
  const tested = await client.testModel({ body: { model: 'openai:fake-model', ...connection } });
  expect(tested.ms).toBeGreaterThanOrEqual(0);
  expect((await model.requests()).map(({ hasAuthorization }) => hasAuthorization)).toEqual([true, true]);
  expect((await client.listProviders()).items[0]).toMatchObject({ key: { source: null } });
  expect((await client.listSecrets()).items).toEqual([]);
  const elsewhere = client.testModel({ body: { model: 'openai:m', url: 'http://169.254.169.254' } });
  await expect(elsewhere).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
});

it('a run under way ends with the model that it began with', async () => {
  await model.script({
    models: { chosen: [{ kind: 'reply', text: 'The first.', delayMs: 1_500 }] },
    queue: [{ kind: 'reply', text: 'The second.', repeat: true }],
  });
  const { client } = await startServer();
  await connect(client);
  const first = ask(client, 'a');
  await model.arrived(0);
  await enter(client, 'defaultModel', 'openai:another');
  expect(await ask(client, 'b')).toMatchObject({ answer: 'The second.' });
  expect(await first).toMatchObject({ answer: 'The first.' });
  expect(await modelsAsked()).toEqual(['chosen', 'another']);
});

it('limits hold for what is asked next', async () => {
  const { client, as } = await startServer({ CADENCE_ADMIN_KEY: adminKey });
  const key = await client.createKey({ body: { name: 'busy', role: 'viewer' } });
  await enter(client, 'rateLimitPerKey', 4);
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(() => as(key.key).listRuns({ query: {} })));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect((await client.listAudit({ query: { action: 'settings.write' } })).items).toMatchObject([
    { target: 'rateLimitPerKey', outcome: 'done' },
  ]);
});

describe('what is refused', () => {
  const server = startLastingServer({ CADENCE_MAX_STEPS: '7' });

  it.each([
    ['a setting of the environment', 'maxSteps', 5, 'SETTING_FIXED'],
    ['one that is read at the start', 'port', 9000, 'SETTING_FIXED'],
    ['a secret', 'adminKey', 'long-enough-by-far', 'SETTING_FIXED'],
    ['what opens the machine', 'mcpCommands', 'true', 'SETTING_FIXED'],
    ['a name that is none', 'defaultModl', 'offline', 'SETTING_NOT_FOUND'],
    ['a name of every object', 'constructor', 'offline', 'SETTING_NOT_FOUND'],
    ['a value that does not fit', 'runTimeoutMs', -1, 'INPUT_INVALID'],
    ['a provider that there is not', 'defaultModel', 'opnai:gpt', 'MODEL_UNKNOWN'],
    ['a provider without an address', 'modelUrls', { aws: 'http://127.0.0.1:1' }, 'INPUT_INVALID'],
    ['an address of the own network', 'modelUrls', { openai: 'http://10.0.0.1/v1' }, 'ADDRESS_REFUSED'],
    ['where clouds keep keys', 'modelUrls', { openai: 'http://169.254.169.254' }, 'ADDRESS_REFUSED'],
  ])('%s', async (_, name, value, code) => {
    const { client } = server.current;
    const before = await client.listSettings();
    await expect(enter(client, name, value)).rejects.toMatchObject({ code });
    expect(await client.listSettings()).toEqual(before);
  });

  it('tells where it is wrong', async () => {
    const { client } = server.current;
    await expect(enter(client, 'modelUrls', { aws: 'http://127.0.0.1:1' })).rejects.toMatchObject({
      details: [
        { path: 'body.value.aws', message: 'must be one of openai, anthropic, ollama, google-genai' },
      ],
    });
  });
});
