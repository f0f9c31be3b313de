// A person comes, talks, is asked something, and is erased: nothing of them is left in a server that goes on.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createClient } from '@cadence-agents/client';
import { expect, it } from 'vitest';
import { adminKey } from './http/server.fixture.ts';
import { startLoggedServer } from './operation/logged-server.fixture.ts';

const canary = 'zq7canary';
const userId = `ann-${canary}`;
const hold = {
  name: 'Hold',
  entrypointNodeId: 'hold',
  nodes: [{ id: 'hold', workflowId: 'hold', nodeType: 'HUMAN_HANDOFF' as const, nodeName: 'person' }],
  edges: [],
};

/** By a program of its own: to open and close a database file here would drop the locks that SQLite has on it. */
async function filesWith(word: string, folder: string): Promise<string> {
  return (await promisify(execFile)('grep', ['-rlaF', word, folder]).catch(() => ({ stdout: '' }))).stdout;
}

it('an erased person is found in no byte of the data folder and the log, and nobody else notices', async () => {
  const server = await startLoggedServer({ CADENCE_ADMIN_KEY: adminKey });
  const admin = server.client;
  const keyOf = async (user: string) => {
    const { key } = await admin.createKey({
      body: { role: 'operator', userId: user, name: `key of ${user}` },
    });
    return createClient({ baseUrl: server.url, apiKey: key });
  };
  const [ann, bob] = [await keyOf(userId), await keyOf('bob')];
  await admin.putWorkflow({ params: { id: 'hold' }, query: {}, body: hold });
  await admin.putProfile({ query: { userId }, body: { name: canary, preferences: { tea: canary } } });
  await server.model.script([
    { kind: 'reply', text: `You are ${canary}.` },
    { kind: 'reply', text: 'You are Bob.', repeat: true },
  ]);
  for (const [client, name] of [
    [ann, canary],
    [bob, 'Bob'],
  ] as const) {
    const told = { message: `I am ${name}.`, workflowId: 'assistant', metadata: { name } };
    await client.createConversation({ body: { id: `talk-${client === ann ? 1 : 2}`, title: name } });
    await client.sendMessage({ params: { id: `talk-${client === ann ? 1 : 2}` }, body: told });
    await client.sendMessage({
      params: { id: `asked-${client === ann ? 1 : 2}` },
      body: { message: name, workflowId: 'hold' },
    });
  }
  const { items: waiting } = await ann.listHandoffs({ query: {} });
  await ann.answerHandoff({ params: { id: waiting[0]?.id ?? '' }, body: { text: canary } });
  await expect(ann.cancelRun({ params: { id: `not-a-run-${canary}` } })).rejects.toMatchObject({
    status: 404,
  });
  expect(await filesWith(canary, server.dataDir)).toContain('cadence.db');

  const { items } = await admin.exportPerson({ params: { id: userId } });
  expect(items.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      'profile',
      'key',
      'conversation',
      'message',
      'run',
      'event',
      'hand-off',
      'audit entry',
    ]),
  );
  await expect(ann.exportPerson({ params: { id: userId } })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(ann.erasePerson({ params: { id: userId } })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  // What runs used is added up a moment after they end.
  await server.cadence.store.tend();
  const bobs = await admin.exportPerson({ params: { id: 'bob' } });

  const { erased } = await admin.erasePerson({ params: { id: userId } });
  expect(erased).toMatchObject({ conversations: 2, profiles: 1, api_keys: 1 });
  await expect(ann.whoAmI()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(await admin.exportPerson({ params: { id: userId } })).toEqual({ items: [] });
  expect(await filesWith(canary, server.dataDir)).toBe('');
  expect(server.log()).not.toContain(canary);
  expect(await admin.exportPerson({ params: { id: 'bob' } })).toEqual(bobs);
  const { items: entries } = await admin.listAudit({ query: { action: 'person.erase' } });
  expect(entries.map(({ target, outcome }) => [target, outcome])).toEqual([
    ['a person', 'done'],
    [null, 'refused'],
  ]);
}, 60_000);
