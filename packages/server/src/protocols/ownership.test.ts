// Whose a conversation is counts in every protocol.
import { randomUUID } from 'node:crypto';
import { NotFoundError } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey } from '../http/server.fixture.ts';
import { createApiKeys } from '../security/api-keys.ts';
import { human, clientOf as langGraphClient, status } from './langgraph/langgraph-client.fixture.ts';
import { failure, clientOf as openAiClient, user } from './openai/openai-client.fixture.ts';
import { type ProtocolServer, startProtocolServer } from './protocol-server.fixture.ts';

let server: ProtocolServer;
/** By whose they are. */
let keys: Record<'ada' | 'bob' | 'eve' | 'reader' | 'chain', string>;
beforeAll(async () => {
  server = await startProtocolServer({ CADENCE_ADMIN_KEY: adminKey, CADENCE_RATE_LIMIT_PER_KEY: '0' });
  const { createKey } = createApiKeys({ store: server.cadence.store.keys });
  const make = async (tenantId: string, userId: string, more: { role?: 'viewer'; scopes?: string[] } = {}) =>
    (await createKey({ tenantId, userId, role: 'operator', ...more })).key;
  keys = {
    ada: await make('local', 'ada'),
    bob: await make('local', 'bob'),
    eve: await make('elsewhere', 'ada'),
    reader: await make('local', 'ada', { role: 'viewer' }),
    chain: await make('local', 'ada', { scopes: ['chain'] }),
  };
});
afterAll(() => server.stop());

describe("somebody else's thread", () => {
  it.each(['bob', 'eve'] as const)('is not there for %s', async (name) => {
    const { url } = server;
    await server.model.script(['Yes.']);
    const ada = langGraphClient(url, keys.ada);
    const { thread_id: id } = await ada.threads.create();
    const { run_id } = await ada.runs.create(id, 'talk', { input: human('hi') });
    await ada.runs.join(id, run_id);
    const other = langGraphClient(url, keys[name]);
    const input = human('let me in');
    const attempts = [
      () => other.threads.get(id),
      () => other.threads.getState(id),
      () => other.threads.getHistory(id),
      () => other.threads.update(id, { metadata: {} }),
      () => other.threads.updateState(id, { values: input }),
      () => other.threads.delete(id),
      () => other.runs.list(id),
      () => other.runs.get(id, run_id),
      () => other.runs.join(id, run_id),
      () => other.runs.joinStream(id, run_id).next(),
      () => other.runs.cancel(id, run_id),
      () => other.runs.delete(id, run_id),
      () => other.runs.create(id, 'talk', { input }),
      () => other.runs.wait(id, 'talk', { command: { resume: 'yes' } }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow(status(404));
    expect(await other.threads.search()).toEqual([]);
    expect(await ada.runs.get(id, run_id)).toMatchObject({ status: 'success' });
  });

  it('is not begun anew or written to by naming its id', async () => {
    const { url } = server;
    const ada = langGraphClient(url, keys.ada);
    const { thread_id: threadId } = await ada.threads.create();
    for (const key of [keys.bob, keys.eve]) {
      const other = langGraphClient(url, key);
      await expect(other.threads.create({ threadId, ifExists: 'do_nothing' })).rejects.toThrow();
      const run = other.runs.create(threadId, 'talk', { input: human('hi'), ifNotExists: 'create' });
      await expect(run).rejects.toThrow();
      const body = { model: 'talk', messages: [user('hi')], conversation_id: threadId };
      await failure(openAiClient(url, key).chat.completions.create(body));
    }
    expect(await ada.threads.getHistory(threadId)).toEqual([]);
    expect(await ada.runs.list(threadId)).toEqual([]);
  });
});

describe('a key', () => {
  it('for some workflows sees no others', async () => {
    const { url } = server;
    const openAi = openAiClient(url, keys.chain);
    expect((await openAi.models.list()).data.map(({ id }) => id)).toEqual(['chain']);
    expect(await failure(openAi.models.retrieve('talk'))).toBeInstanceOf(NotFoundError);
    const body = { model: 'talk', messages: [user('hi')] };
    expect(await failure(openAi.chat.completions.create(body))).toBeInstanceOf(NotFoundError);
    const langGraph = langGraphClient(url, keys.chain);
    expect(await langGraph.assistants.search()).toMatchObject([{ assistant_id: 'chain' }]);
    await expect(langGraph.assistants.getGraph('talk')).rejects.toThrow(status(404));
    await expect(langGraph.runs.wait(null, 'talk', { input: human('hi') })).rejects.toThrow(status(404));
  });

  it('that only reads starts nothing', async () => {
    const { url } = server;
    const reader = langGraphClient(url, keys.reader);
    await expect(reader.threads.create()).rejects.toThrow(status(403));
    const body = { model: 'talk', messages: [user('hi')] };
    const chat = openAiClient(url, keys.reader).chat.completions.create(body);
    expect(await failure(chat)).toMatchObject({ status: 403, type: 'permission_error', code: 'FORBIDDEN' });
  });

  it('is needed', async () => {
    const { url } = server;
    await expect(langGraphClient(url).threads.get(randomUUID())).rejects.toThrow(status(401));
    expect((await fetch(`${url}/ok`)).status).toBe(200);
  });
});
