// A server on a store that has grown: what a few real conversations left, many times over.
import { type GrownSize, grow } from '@cadence-agents/storage/testing';
import { type Caller, callers, exported, makeThings, theirs } from '../http/access-matrix.fixture.ts';
import { adminKey, openServer, type TestServer } from '../http/server.fixture.ts';
import { createApiKeys } from '../security/api-keys.ts';

export interface GrownServer {
  server: TestServer;
  /** Those who ask, each with the key of theirs. */
  keys: ReadonlyMap<Caller, string>;
  end(): Promise<void>;
}

const everything = 'admin · acme · anyone · all workflows';
const ownOnly = 'admin · acme · ann · all workflows';
const someWorkflows = 'admin · acme · anyone · desk';
const asking = [everything, ownOnly, someWorkflows, 'deployment'];

/** Starts a server, has it do a little of everything, and copies that. */
export async function startGrown(size: GrownSize, databaseUrl?: string): Promise<GrownServer> {
  const { server, end } = await openServer({
    CADENCE_ADMIN_KEY: adminKey,
    CADENCE_RATE_LIMIT_PER_KEY: '0',
    CADENCE_RATE_LIMIT_PER_USER: '0',
    CADENCE_RATE_LIMIT_PER_ADDRESS: '0',
    ...(databaseUrl !== undefined && { CADENCE_DATABASE_URL: databaseUrl }),
  });
  try {
    const keys = await makeKeys(server);
    await beUsed(server, keys);
    await grow(databaseUrl === undefined ? { dataDir: server.dataDir } : { databaseUrl }, size);
    await talkOnce(server);
    return { server, keys, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Whom everything is exported of: as much in a small store as in a large one. */
async function talkOnce({ cadence }: TestServer): Promise<void> {
  const owner = { tenantId: theirs.tenantId, ownerId: exported };
  for (const message of ['What is 15 * 23?', 'And 17 * 19?']) {
    const sent = await cadence.send({ message, conversationId: exported, workflowId: 'coordinator', owner });
    await cadence.wait(sent.id, sent);
  }
  await cadence.store.items.put(owner, { namespace: ['notes'], key: 'one', value: {}, ttlMs: null });
  await cadence.store.profiles.put(owner.tenantId, exported, { name: 'Carol', roles: [], preferences: {} });
}

const STEADY_USERS = 120;

/** Who use more than anybody else, every day: reports by user tell of them, and as much in a small store as in a large one. */
export async function haveSteadyUsers({ server }: GrownServer, days = 31): Promise<void> {
  const { usage } = server.cadence.store;
  for (let day = 0; day < days; day++)
    for (let user = 0; user < STEADY_USERS; user++)
      await usage.add({
        ...{
          tenantId: theirs.tenantId,
          ownerId: `steady-${user}`,
          workflowId: 'coordinator',
          agent: 'steady',
        },
        ...{ model: 'offline', time: new Date(Date.now() - day * 86_400_000).toISOString() },
        usage: { inputTokens: 1_000_000 + user, outputTokens: 1, modelCalls: 1 },
      });
}

async function makeKeys({ cadence }: TestServer): Promise<Map<Caller, string>> {
  const { createKey } = createApiKeys({ store: cadence.store.keys });
  const keys = new Map<Caller, string>();
  for (const caller of callers.filter(({ name }) => asking.includes(name))) {
    const { role, tenantId, scopes, userId, deployment } = caller;
    const bonds = { ...(scopes && { scopes }), ...(userId !== null && { userId }) };
    const made = deployment || role === null ? adminKey : (await createKey({ role, tenantId, ...bonds })).key;
    keys.set(caller, made);
  }
  return keys;
}

/** A conversation of two messages, one that waits for a person, a profile, an item of the store, replies that are kept, an audit entry. */
async function beUsed(server: TestServer, keys: ReadonlyMap<Caller, string>): Promise<void> {
  const { tenantId, userId } = theirs;
  const { cadence } = server;
  const owner = { tenantId, ownerId: userId };
  for (const message of ['What is 15 * 23?', 'And 17 * 19?']) {
    const sent = await cadence.send({ message, conversationId: 'sums', workflowId: 'coordinator', owner });
    await cadence.wait(sent.id, sent);
  }
  await makeThings(server);
  await cadence.store.items.put(owner, { namespace: ['notes'], key: 'one', value: {}, ttlMs: null });
  await cadence.store.profiles.put(tenantId, userId, { name: 'Ann', roles: [], preferences: {} });
  const [, key = ''] = [...keys].find(([caller]) => caller.name === everything) ?? [];
  const post = (path: string, body: unknown) =>
    fetch(`${server.url}/api/v1/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': path,
      },
      body: JSON.stringify(body),
    });
  await post('conversations', { title: 'Once' });
  await post('keys', { role: 'viewer' });
}
