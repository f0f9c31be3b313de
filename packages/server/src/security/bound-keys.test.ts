// Keys that are bound to workflows, a person, a tenant or a time have no way to more.

import { expect, it } from 'vitest';
import type { NewKeyInput } from '../app/keys.ts';
import { adminKey, startServer, type TestServer } from '../http/server.fixture.ts';
import { createApiKeys } from './api-keys.ts';

const question = 'What is 2 + 2?';
const forbidden = { code: 'FORBIDDEN' };

async function start() {
  const server = await startServer({ CADENCE_ADMIN_KEY: adminKey, CADENCE_RATE_LIMIT_PER_KEY: '0' });
  const { client, as } = server;
  const keyFor = async (body: NewKeyInput) =>
    as(
      (await client.createKey({ body: { ...body, scopes: body.scopes ? [...body.scopes] : undefined } })).key,
    );
  const ask = (conversation: string, workflowId: string) =>
    client.sendMessage({ params: { id: conversation }, body: { message: question, workflowId } });
  return { ...server, keyFor, ask };
}

it('a key bound to workflows does not see a conversation in which others took part, whatever the run', async () => {
  const { client, keyFor, ask } = await start();
  const bound = await keyFor({ role: 'operator', scopes: ['assistant'] });
  const own = await ask('c', 'assistant');
  expect(await bound.getRun({ params: { id: own.id } })).toMatchObject({ id: own.id });
  const { items: steps } = await client.runSteps({ params: { id: own.id } });
  await ask('c', 'coordinator');
  const hidden = { code: 'RUN_NOT_FOUND' };
  await expect(bound.getRun({ params: { id: own.id } })).rejects.toMatchObject(hidden);
  await expect(bound.runRecording({ params: { id: own.id } })).rejects.toMatchObject(hidden);
  await expect(bound.listMessages({ params: { id: 'c' }, query: {} })).rejects.toMatchObject({
    code: 'CONVERSATION_NOT_FOUND',
  });
  const sent = bound.sendMessage({
    params: { id: 'c' },
    body: { message: 'What was said?', workflowId: 'assistant' },
  });
  await expect(sent).rejects.toMatchObject({ code: 'CONVERSATION_NOT_FOUND' });
  const step = steps.at(-1)?.step ?? 0;
  const fork = await client.forkRun({ params: { id: own.id }, body: { step } });
  await expect(bound.getConversation({ params: { id: fork.conversationId } })).rejects.toMatchObject({
    code: 'CONVERSATION_NOT_FOUND',
  });
});

it('a key of several workflows uses them in one conversation', async () => {
  const { keyFor } = await start();
  const bound = await keyFor({ role: 'operator', scopes: ['assistant', 'coordinator'] });
  for (const workflowId of ['assistant', 'coordinator'])
    await bound.sendMessage({ params: { id: 'c' }, body: { message: question, workflowId } });
  expect((await bound.listRuns({ query: {} })).items).toHaveLength(2);
  expect((await bound.listMessages({ params: { id: 'c' }, query: {} })).items.length).toBeGreaterThan(2);
});

it('an admin bound to workflows or a person makes and ends only keys with no more', async () => {
  const { client, keyFor } = await start();
  const scoped = await keyFor({ role: 'admin', scopes: ['assistant', 'coordinator'] });
  for (const scopes of [undefined, ['assistant', 'plan-verify']])
    await expect(scoped.createKey({ body: { role: 'viewer', scopes } })).rejects.toMatchObject(forbidden);
  expect(await scoped.createKey({ body: { role: 'admin', scopes: ['assistant'] } })).toMatchObject({
    role: 'admin',
  });
  const ann = await keyFor({ role: 'admin', userId: 'ann' });
  for (const body of [{ role: 'viewer' }, { role: 'viewer', userId: 'bob' }] as const)
    await expect(ann.createKey({ body })).rejects.toMatchObject(forbidden);
  const own = await ann.createKey({ body: { role: 'viewer', userId: 'ann' } });
  expect((await ann.listKeys({ query: {} })).items.map(({ userId }) => userId)).toEqual(['ann', 'ann']);
  const whole = await client.createKey({ body: { role: 'admin' } });
  const params = { id: whole.id };
  for (const bound of [scoped, ann])
    await expect(bound.revokeKey({ params })).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' });
  await ann.revokeKey({ params: { id: own.id } });
});

it('a key that expires makes none that lives longer', async () => {
  const { keyFor } = await start();
  const brief = await keyFor({ role: 'admin', expiresInDays: 2 });
  await expect(brief.createKey({ body: { role: 'viewer' } })).rejects.toMatchObject(forbidden);
  await expect(brief.createKey({ body: { role: 'viewer', expiresInDays: 3 } })).rejects.toMatchObject(
    forbidden,
  );
  await brief.createKey({ body: { role: 'viewer', expiresInDays: 1 } });
});

it("a tenant's admin is not the deployment's", async () => {
  const { keyFor, client } = await start();
  const admin = await keyFor({ role: 'admin' });
  const params = { name: 'math' };
  const attempts = [
    () => admin.deletePlugin({ params }),
    () => admin.reloadPlugins(),
    () => admin.listSettings(),
    () => admin.metrics(),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(forbidden);
  expect(await admin.whoAmI()).toMatchObject({ role: 'admin', deployment: false });
  expect(await client.whoAmI()).toMatchObject({ deployment: true });
  await client.listSettings();
});

it('the usage that a key reads is of the runs that it may see', async () => {
  const { keyFor, ask } = await start();
  const ann = await keyFor({ role: 'operator', userId: 'ann' });
  await ann.sendMessage({ params: { id: 'hers' }, body: { message: question, workflowId: 'assistant' } });
  await ask('c', 'assistant');
  await ask('d', 'coordinator');
  const runsFor = async (body: NewKeyInput) => {
    const { items } = await (await keyFor(body)).usage({ query: {} });
    return items.reduce((sum, { runs }) => sum + runs, 0);
  };
  expect(await runsFor({ role: 'viewer' })).toBe(3);
  expect(await runsFor({ role: 'viewer', userId: 'ann' })).toBe(1);
  expect(await runsFor({ role: 'viewer', userId: 'bob' })).toBe(0);
  expect(await runsFor({ role: 'viewer', scopes: ['assistant'] })).toBe(2);
});

it('each user has idempotency keys of their own', async () => {
  const { keyFor } = await start();
  const headers = { 'idempotency-key': 'once' };
  const runs = new Set<string>();
  for (const userId of ['ann', 'bob']) {
    const user = await keyFor({ role: 'operator', userId });
    const body = { message: question, workflowId: 'assistant' };
    const send = () => user.sendMessage({ params: { id: `of-${userId}` }, body }, { headers });
    const { id } = await send();
    expect(await send()).toMatchObject({ id });
    runs.add(id);
    const made = await user.createConversation({ body: {} }, { headers: { 'idempotency-key': 'made' } });
    expect(await user.getConversation({ params: { id: made.id } })).toMatchObject({ ownerId: userId });
  }
  expect(runs.size).toBe(2);
});

it('the audit log names those who tried without a key that is valid, and what they tried', async () => {
  const { client, url, cadence } = await start();
  const { id } = await client.createKey({ body: { role: 'admin' } });
  const wrong = `cad_${id}_${'x'.repeat(43)}`;
  const attempt = (path: string, method: string, key?: string) =>
    fetch(`${url}${path}`, { method, ...(key && { headers: { 'x-api-key': key } }) });
  await attempt('/api/v1/plugins/math', 'DELETE');
  await attempt('/api/v1/plugins/reload', 'POST', wrong);
  const refused = async () =>
    (await cadence.store.audit.list('local')).items.filter(({ actor }) => actor === 'unauthenticated');
  await expect.poll(refused).toMatchObject([
    {
      action: 'plugin.reload',
      target: '/api/v1/plugins/reload',
      outcome: 'refused',
      ip: '127.0.0.1',
      details: { status: 401, claimedKeyId: id },
    },
    {
      action: 'plugin.delete',
      target: 'math',
      outcome: 'refused',
      ip: '127.0.0.1',
      details: { status: 401 },
    },
  ]);
});

it('a viewer cannot have a run cancelled by leaving', async () => {
  const server: TestServer = await startServer({ CADENCE_ADMIN_KEY: adminKey });
  const { key } = await createApiKeys({ store: server.cadence.store.keys }).createKey({
    ...{ role: 'viewer', tenantId: 'local' },
  });
  const body = { message: question, workflowId: 'assistant' };
  const run = await server.client.sendMessage({ params: { id: 'c' }, body });
  for (const way of ['join', 'stream']) {
    const address = `${server.url}/threads/c/runs/${run.id}/${way}?cancel_on_disconnect=true`;
    expect((await fetch(address, { headers: { 'x-api-key': key } })).status).toBe(403);
  }
});
