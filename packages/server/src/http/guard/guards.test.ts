import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../all-endpoints.ts';
import { adminKey, startServer } from '../server.fixture.ts';

const get = (url: string, headers: Record<string, string>) => fetch(url, { headers });

describe('without a key the server', () => {
  it.each(['localhost', '127.0.0.1', '[::1]'])('answers to %s', async (name) => {
    const { url } = await startServer();
    const { port } = new URL(url);
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      const asked = request({
        host: '127.0.0.1',
        port,
        path: '/api/v1/me',
        headers: { host: `${name}:${port}` },
      });
      asked
        .on('response', (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });

  it('refuses a name that somebody points at this machine, also for what is public', async () => {
    const { url } = await startServer();
    const { port } = new URL(url);
    const { request } = await import('node:http');
    for (const path of ['/api/v1/me', '/healthz', '/openapi.json']) {
      const status = await new Promise((resolve, reject) => {
        const asked = request({ host: '127.0.0.1', port, path, headers: { host: 'rebound.example' } });
        asked
          .on('response', (response) => resolve(response.resume().statusCode))
          .on('error', reject)
          .end();
      });
      expect(status).toBe(403);
    }
  });

  it('refuses pages of other origins, unless they are listed', async () => {
    const { url } = await startServer({ CADENCE_CORS_ORIGINS: 'https://app.example' });
    const path = `${url}/api/v1/me`;
    expect((await get(path, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await get(path, { origin: 'null' })).status).toBe(403);
    expect((await get(path, { origin: url })).status).toBe(200);
    const listed = await get(path, { origin: 'https://app.example' });
    expect(listed.status).toBe(200);
    expect(listed.headers.get('access-control-allow-origin')).toBe('https://app.example');
  });

  it('passes over the placeholder keys of other clients, but not over a wrong key of ours', async () => {
    const { url } = await startServer();
    const me = (key: string) => get(`${url}/api/v1/me`, { authorization: `Bearer ${key}` });
    expect((await me('sk-unused')).status).toBe(200);
    expect((await me('cad_aaaaaaaaaaaa_bbbb')).status).toBe(401);
  });
});

describe('every reply', () => {
  it('has headers that keep browsers from harm, and no CORS unless it is configured', async () => {
    const { url } = await startServer();
    const { headers } = await get(`${url}/healthz`, { 'x-request-id': 'my-id' });
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('x-request-id')).toBe('my-id');
  });
});

describe('rate limits', () => {
  it('count each key by itself, and all keys of a user together', async () => {
    const { client, as } = await startServer({
      CADENCE_ADMIN_KEY: adminKey,
      CADENCE_RATE_LIMIT_PER_KEY: '4',
      CADENCE_RATE_LIMIT_PER_USER: '5',
    });
    const keyOf = async (userId: string) =>
      as((await client.createKey({ body: { role: 'viewer', userId } })).key);
    const [first, second, other] = [await keyOf('ann'), await keyOf('ann'), await keyOf('bob')];
    for (let index = 0; index < 4; index++) await first.whoAmI();
    await expect(first.whoAmI()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await second.whoAmI();
    await expect(second.whoAmI()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await other.whoAmI();
  });

  it('count an address that tries wrong keys', async () => {
    const { as } = await startServer({ CADENCE_ADMIN_KEY: adminKey, CADENCE_RATE_LIMIT_PER_ADDRESS: '3' });
    for (let index = 0; index < 3; index++) {
      await expect(as(`wrong${index}`).whoAmI()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    }
    await expect(as('wrong').whoAmI()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});

describe('behind a proxy', () => {
  const withHeader = async (trusted: string, forwarded: (index: number) => string) => {
    const { url, cadence } = await startServer({
      CADENCE_ADMIN_KEY: adminKey,
      CADENCE_RATE_LIMIT_PER_ADDRESS: '3',
      CADENCE_TRUST_PROXY: trusted,
    });
    const statuses: number[] = [];
    for (let index = 0; index < 4; index++) {
      const headers = { 'x-forwarded-for': forwarded(index) };
      statuses.push((await fetch(`${url}/api/v1/keys/some-id`, { method: 'DELETE', headers })).status);
    }
    await expect.poll(async () => (await cadence.store.audit.list('local')).items).toHaveLength(4);
    const entries = (await cadence.store.audit.list('local')).items;
    return { statuses, ips: new Set(entries.map(({ ip }) => ip)) };
  };

  it('counts the addresses of one IPv6 network together', async () => {
    const { statuses } = await withHeader('1', (index) => `2001:db8:1:2::${index}`);
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  it.each(['1', 'true', '127.0.0.1', 'loopback'])(
    'that is trusted by "%s" an address cannot be made up',
    async (trusted) => {
      const seen = await withHeader(trusted, (index) => `198.51.100.${index}, 203.0.113.9`);
      expect(seen).toEqual({ statuses: [401, 401, 401, 429], ips: new Set(['203.0.113.9']) });
    },
  );

  it('that is not trusted the header counts for nothing', async () => {
    for (const trusted of ['false', '10.0.0.0/8']) {
      const seen = await withHeader(trusted, (index) => `198.51.100.${index}`);
      expect(seen).toEqual({ statuses: [401, 401, 401, 429], ips: new Set(['127.0.0.1']) });
    }
  });
});

describe('a page of a listed origin', () => {
  it('may use every method that the API has', async () => {
    const origin = 'https://app.example';
    const { url } = await startServer({ CADENCE_CORS_ORIGINS: origin });
    const methods = new Set(Object.values(allEndpoints).map(({ method }) => method));
    for (const method of methods) {
      const headers = { origin, 'access-control-request-method': method };
      const { headers: allowed } = await fetch(`${url}/api/v1/agents/a`, { method: 'OPTIONS', headers });
      expect(allowed.get('access-control-allow-methods')?.split(/,\s*/)).toContain(method);
    }
  });
});

describe('a key bound to workflows', () => {
  it('does not see that there are others', async () => {
    const { client, as } = await startServer({ CADENCE_ADMIN_KEY: adminKey });
    const { key } = await client.createKey({ body: { role: 'operator', scopes: ['assistant'] } });
    const bound = as(key);
    expect((await bound.listWorkflows()).items.map(({ id }) => id)).toEqual(['assistant']);
    const refused = { code: 'WORKFLOW_NOT_FOUND' };
    await expect(bound.getWorkflow({ params: { id: 'coordinator' }, query: {} })).rejects.toMatchObject(
      refused,
    );
    const sent = bound.sendMessage({ params: { id: 'c' }, body: { message: 'Hi' } });
    await expect(sent).rejects.toMatchObject(refused);
    const body = { message: 'Hi', workflowId: 'assistant' };
    expect(await bound.sendMessage({ params: { id: 'c' }, body })).toMatchObject({ status: 'completed' });
  });
});

describe('the audit log', () => {
  it('has what was done and what was refused, and none of what was sent', async () => {
    const { client, as } = await startServer({ CADENCE_ADMIN_KEY: adminKey });
    const { key, id } = await client.createKey({ body: { role: 'viewer', name: 'canary-name' } });
    const body = { name: 'canary', systemPrompt: 'canary' };
    await expect(as(key).putAgent({ params: { id: 'a' }, body })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await client.putAgent({ params: { id: 'a' }, body });
    const { items } = await client.listAudit({ query: {} });
    expect(items).toMatchObject([
      { action: 'agent.put', outcome: 'done', actor: 'admin', target: 'a' },
      { action: 'agent.put', outcome: 'refused', actor: id, target: 'a' },
      { action: 'key.create', outcome: 'done', actor: 'admin' },
    ]);
    expect(JSON.stringify(items)).not.toContain('canary');
    const ofViewer = await client.listAudit({ query: { actor: id } });
    expect(ofViewer.items).toHaveLength(1);
  });

  it('has one entry for a request that could not be used, and where it came from', async () => {
    const { client, url } = await startServer();
    const put = (body: object) =>
      fetch(`${url}/api/v1/workflows/mine`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'x-request-id': 'mine-1' },
        body: JSON.stringify(body),
      });
    expect((await put([])).status).toBe(400);
    expect((await put({ id: 'yours' })).status).toBe(400);
    expect((await put({ name: 'No nodes' })).status).toBe(422);
    const { items } = await client.listAudit({ query: {} });
    expect(items).toHaveLength(3);
    for (const entry of items) {
      expect(entry).toMatchObject({ action: 'workflow.put', target: 'mine', outcome: 'failed' });
      expect(entry).toMatchObject({ requestId: 'mine-1', ip: '127.0.0.1' });
    }
  });
});

describe('an idempotency key', () => {
  it('gives a fork its first reply again, and is refused for another request', async () => {
    const { client } = await startServer();
    const run = await client.sendMessage({ params: { id: 'c' }, body: { message: 'What is 2 + 2?' } });
    const { items: steps } = await client.runSteps({ params: { id: run.id } });
    const fork = (step: number) =>
      client.forkRun(
        { params: { id: run.id }, body: { step } },
        { headers: { 'idempotency-key': 'fork-once' } },
      );
    const first = await fork(steps[1]?.step ?? 0);
    expect(await fork(steps[1]?.step ?? 0)).toEqual(first);
    await expect(fork(steps[2]?.step ?? 0)).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    expect((await client.listConversations({ query: {} })).items).toHaveLength(2);
  });
});
