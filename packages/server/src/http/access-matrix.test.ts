// Every endpoint of the OpenAPI document, called by everyone who might: exactly the documented refusals.
import { type Endpoint, errorCodes, roleReaches, roleSchema } from '@cadence/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from './all-endpoints.ts';
import { possibleErrors } from './openapi.ts';
import { adminKey, startLastingServer } from './server.fixture.ts';

const server = startLastingServer({
  CADENCE_ADMIN_KEY: adminKey,
  CADENCE_RATE_LIMIT_PER_KEY: '0',
  CADENCE_RATE_LIMIT_PER_ADDRESS: '0',
});
const all: [string, Endpoint][] = Object.entries(allEndpoints);
const keyed = all.filter(([, { role }]) => role !== 'public');
const keys = new Map<string, string>();
/** Rows of the tenant `local`, by the parameter that names them. */
const known: Record<string, string> = { step: '0', version: '1', name: 'math' };

beforeAll(async () => {
  const { client, cadence } = server.current;
  for (const role of roleSchema.options) {
    keys.set(role, (await client.createKey({ body: { role } })).key);
  }
  keys.set('bob', (await client.createKey({ body: { role: 'admin', userId: 'bob' } })).key);
  const { createApiKeys } = await import('../security/api-keys.ts');
  const elsewhere = createApiKeys({ store: cadence.store.keys });
  keys.set('another tenant', (await elsewhere.createKey({ role: 'admin', tenantId: 'other' })).key);
  const run = await client.sendMessage({ params: { id: 'theirs' }, body: { message: 'What is 2 + 2?' } });
  known.run = run.id;
});

async function call(endpoint: Endpoint, key: string | undefined, id = 'some-id') {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name === 'id' ? id : (known[name] ?? id),
  );
  const isBodied = endpoint.method === 'POST' || endpoint.method === 'PUT';
  const response = await fetch(`${server.current.url}${path}`, {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(isBodied && { 'content-type': 'application/json' }),
    },
    ...(isBodied && { body: '{}' }),
  });
  const text = await response.text();
  return { status: response.status, code: response.status < 400 ? undefined : JSON.parse(text).error.code };
}

describe.each(all)('%s', (_, endpoint) => {
  it('answers anyone, or those with a key alone', async () => {
    for (const key of [undefined, 'wrong', 'cad_aaaaaaaaaaaa_aaaa', `${adminKey}x`]) {
      const { status, code } = await call(endpoint, key);
      if (endpoint.role === 'public') expect(status).toBeLessThan(400);
      else expect({ status, code }).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
    }
  });
});

describe.each(keyed)('%s', (_, endpoint) => {
  it.each(roleSchema.options)('knows what the role %s may do', async (role) => {
    const { status, code } = await call(endpoint, keys.get(role));
    const needed = endpoint.role === 'public' ? 'viewer' : endpoint.role;
    if (!roleReaches(role, needed))
      return expect({ status, code }).toEqual({ status: 403, code: 'FORBIDDEN' });
    expect(status).not.toBe(401);
    expect(status, code).toBeLessThan(500);
    if (code !== undefined) {
      expect(possibleErrors(endpoint), `${code} is not documented`).toContain(code);
      expect(errorCodes[code as keyof typeof errorCodes].status).toBe(status);
      if (code === 'FORBIDDEN') expect.unreachable('a role that may is refused');
    }
  });
});

const ofRuns = keyed.filter(([, { path }]) => path.startsWith('/api/v1/runs/:id'));
const ofConversations = keyed.filter(
  ([name, { path }]) => path.startsWith('/api/v1/conversations/:id') && name !== 'sendMessage',
);
const theirs: [string, Endpoint, () => string, string][] = [
  ...ofRuns.map(([name, one]) => [name, one, () => known.run ?? '', 'RUN_NOT_FOUND'] as const),
  ...ofConversations.map(([name, one]) => [name, one, () => 'theirs', 'CONVERSATION_NOT_FOUND'] as const),
].map(([name, one, id, code]) => [name, one, id, code]);

describe.each(theirs)('%s', (_, endpoint, id, code) => {
  // What is wrong with the request is told first, so the body has to be one that could be carried out.
  const bodies: Record<string, unknown> = {
    '/api/v1/runs/:id/resume': { text: 'x' },
    '/api/v1/runs/:id/fork': { step: 1 },
  };
  it.each(['another tenant', 'bob'])('does not tell %s that there is such an id', async (who) => {
    const response = await fetch(
      `${server.current.url}${endpoint.path.replace(':id', id()).replace(':step', '1')}`,
      {
        method: endpoint.method,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${keys.get(who)}`,
          ...(endpoint.method !== 'GET' &&
            endpoint.method !== 'DELETE' && { 'content-type': 'application/json' }),
        },
        ...(endpoint.method !== 'GET' &&
          endpoint.method !== 'DELETE' && { body: JSON.stringify(bodies[endpoint.path] ?? {}) }),
      },
    );
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 404,
      body: { error: { code } },
    });
  });
});

it("does not let a message into another user's conversation, or another tenant's", async () => {
  for (const who of ['bob', 'another tenant']) {
    const client = server.current.as(keys.get(who));
    const sent = client.sendMessage({ params: { id: 'theirs' }, body: { message: 'Hello' } });
    await expect(sent).rejects.toMatchObject({ code: 'CONVERSATION_NOT_FOUND' });
  }
  const { items } = await server.current.client.listRuns({ query: { conversationId: 'theirs' } });
  expect(items).toHaveLength(1);
});

it('lists nobody the rows of others', async () => {
  for (const who of ['bob', 'another tenant']) {
    const client = server.current.as(keys.get(who));
    expect((await client.listRuns({ query: {} })).items).toEqual([]);
    expect((await client.listConversations({ query: {} })).items).toEqual([]);
    expect((await client.listHandoffs()).items).toEqual([]);
  }
});
