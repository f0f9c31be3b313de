// Whose a conversation is counts in every protocol.
import { randomUUID } from 'node:crypto';
import { NotFoundError } from 'openai';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../settings/read-settings.ts';
import { createApp } from '../create-app.ts';
import type { Principal } from '../guard/principal.ts';
import { human, clientOf as langGraphClient, status } from './langgraph/langgraph-client.fixture.ts';
import { failure, clientOf as openAiClient, user } from './openai/openai-client.fixture.ts';
import { type ProtocolServer, startProtocolServer } from './protocol-server.fixture.ts';

const person = (tenantId: string, userId: string, more: Partial<Principal> = {}): Principal => ({
  tenantId,
  userId,
  role: 'operator',
  keyId: userId,
  scopes: null,
  ...more,
});
const people = new Map<string, Principal>([
  ['cad_ada', person('local', 'ada')],
  ['cad_bob', person('local', 'bob')],
  ['cad_eve', person('elsewhere', 'ada')],
  ['cad_reader', person('local', 'ada', { role: 'viewer' })],
  ['cad_chain', person('local', 'ada', { scopes: ['chain'] })],
]);

let server: ProtocolServer;
let url: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  server = await startProtocolServer();
  const read = await readSettings(server.dataDir, {});
  const context = {
    ...read,
    cadence: server.cadence,
    keyRequired: true,
    stopping: new AbortController().signal,
    findPrincipal: async (key: string) => people.get(key),
  };
  const app = await createApp(context, pino({ level: 'silent' }));
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  stop = async () => {
    await app.close();
    await server.stop();
  };
});
afterAll(() => stop());

describe("somebody else's thread", () => {
  it.each(['cad_bob', 'cad_eve'])('is not there for %s', async (key) => {
    await server.model.script(['Yes.']);
    const ada = langGraphClient(url, 'cad_ada');
    const { thread_id: id } = await ada.threads.create();
    const { run_id } = await ada.runs.create(id, 'talk', { input: human('hi') });
    await ada.runs.join(id, run_id);
    const other = langGraphClient(url, key);
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
    const ada = langGraphClient(url, 'cad_ada');
    const { thread_id: threadId } = await ada.threads.create();
    for (const key of ['cad_bob', 'cad_eve']) {
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
    const openAi = openAiClient(url, 'cad_chain');
    expect((await openAi.models.list()).data.map(({ id }) => id)).toEqual(['chain']);
    expect(await failure(openAi.models.retrieve('talk'))).toBeInstanceOf(NotFoundError);
    const body = { model: 'talk', messages: [user('hi')] };
    expect(await failure(openAi.chat.completions.create(body))).toBeInstanceOf(NotFoundError);
    const langGraph = langGraphClient(url, 'cad_chain');
    expect(await langGraph.assistants.search()).toMatchObject([{ assistant_id: 'chain' }]);
    await expect(langGraph.assistants.getGraph('talk')).rejects.toThrow(status(404));
    await expect(langGraph.runs.wait(null, 'talk', { input: human('hi') })).rejects.toThrow(status(404));
  });

  it('that only reads starts nothing', async () => {
    const reader = langGraphClient(url, 'cad_reader');
    await expect(reader.threads.create()).rejects.toThrow(status(403));
    const body = { model: 'talk', messages: [user('hi')] };
    const chat = openAiClient(url, 'cad_reader').chat.completions.create(body);
    expect(await failure(chat)).toMatchObject({ status: 403, type: 'permission_error', code: 'FORBIDDEN' });
  });

  it('is needed', async () => {
    await expect(langGraphClient(url).threads.get(randomUUID())).rejects.toThrow(status(401));
    expect((await fetch(`${url}/ok`)).status).toBe(200);
  });
});
