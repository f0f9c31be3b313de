// Secrets that are entered while the server runs: used at once, kept encrypted, told to nobody.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FakeModelServer, startFakeModelServer } from '@cadence-agents/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminKey, startServer } from '../http/server.fixture.ts';

const key = 'entered-while-it-runs-1';
let model: FakeModelServer;
beforeAll(async () => {
  model = await startFakeModelServer();
});
afterAll(() => model.close());

const settings = () => ({
  CADENCE_ADMIN_KEY: adminKey,
  CADENCE_DEFAULT_MODEL: 'openai:m',
  OPENAI_BASE_URL: model.url,
});
const put = (client: Awaited<ReturnType<typeof startServer>>['client'], value = key) =>
  client.putSecret({ params: { name: 'OPENAI_API_KEY' }, body: { value } });

it('uses the key of a provider at once, and no longer when it is deleted', async () => {
  await model.reset();
  const { client } = await startServer(settings());
  const keySent = async () => (await model.requests()).at(-1)?.hasAuthorization;
  await client.testModel({ body: { model: 'openai:m' } });
  expect(await keySent()).toBe(false);
  expect(await put(client)).toMatchObject({ name: 'OPENAI_API_KEY' });
  await client.testModel({ body: { model: 'openai:m' } });
  expect(await keySent()).toBe(true);
  expect((await client.listSecrets()).items).toMatchObject([{ name: 'OPENAI_API_KEY' }]);
  await client.deleteSecret({ params: { name: 'OPENAI_API_KEY' } });
  await client.testModel({ body: { model: 'openai:m' } });
  expect(await keySent()).toBe(false);
  await expect(client.deleteSecret({ params: { name: 'OPENAI_API_KEY' } })).rejects.toMatchObject({
    code: 'SECRET_NOT_FOUND',
  });
});

it('keeps it out of answers, events, recordings, lists and files', async () => {
  await model.reset();
  await model.script([{ kind: 'reply', text: `Your key is ${key}, good luck.`, repeat: true }]);
  const { client, url, dataDir } = await startServer(settings());
  await put(client);
  const run = await client.sendMessage({
    params: { id: 'c' },
    body: { message: 'Hello', workflowId: 'assistant' },
  });
  expect(run).toMatchObject({ answer: 'Your key is [redacted], good luck.' });
  const headers = { authorization: `Bearer ${adminKey}` };
  const id = 'id' in run ? run.id : '';
  for (const path of [
    `runs/${id}/recording`,
    `runs/${id}/events`,
    'secrets',
    'audit',
    'settings',
    'models',
  ]) {
    const text = await (await fetch(`${url}/api/v1/${path}`, { headers })).text();
    expect(text, path).not.toContain(key);
  }
  for (const file of ['cadence.db', 'cadence.db-wal'])
    expect((await readFile(join(dataDir, file))).includes(key), file).toBe(false);
});

it('refuses names that are no variable’s, and settings', async () => {
  const { client } = await startServer(settings());
  for (const name of ['CADENCE_ADMIN_KEY', 'lower', 'A B', '9']) {
    const refused = client.putSecret({ params: { name }, body: { value: 'x' } });
    await expect(refused, name).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  }
});
