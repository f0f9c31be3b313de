import type { WorkflowDefinition } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { type LoggedServer, startLoggedServer } from './logged-server.fixture.ts';

const requestsIn = ({ lines }: LoggedServer) => lines().filter(({ msg }) => msg === 'request');

describe('a finished request', () => {
  it('is one line: who, what, how it ended and how long it took', async () => {
    const server = await startLoggedServer({ CADENCE_ADMIN_KEY: 'an-admin-key-for-tests-only' });
    const { key, id } = await server.client.createKey({ body: { name: 'k', role: 'viewer' } });
    const url = `${server.url}/api/v1/conversations/some-id?limit=3`;
    const headers = { authorization: `Bearer ${key}`, 'x-request-id': 'mine-7' };
    expect((await fetch(url, { headers })).status).toBe(404);
    await expect.poll(() => requestsIn(server)).toHaveLength(2);
    expect(requestsIn(server)[1]).toMatchObject({
      level: 'warn',
      requestId: 'mine-7',
      method: 'GET',
      route: '/api/v1/conversations/:id',
      status: 404,
      ms: expect.any(Number),
      keyId: id,
      tenant: 'local',
    });
  });

  it('has nobody to name when the key was wrong, and no route when there is none', async () => {
    const server = await startLoggedServer({ CADENCE_ADMIN_KEY: 'an-admin-key-for-tests-only' });
    await fetch(`${server.url}/api/v1/runs`);
    await fetch(`${server.url}/nowhere`);
    await expect.poll(() => requestsIn(server)).toHaveLength(2);
    const [refused, lost] = requestsIn(server);
    expect(refused).toMatchObject({ level: 'warn', status: 401, route: '/api/v1/runs' });
    expect(refused).not.toHaveProperty('tenant');
    expect(lost).toMatchObject({ status: 404, route: '(none)' });
  });

  it('that streams is told when the stream has ended, with its run', async () => {
    const server = await startLoggedServer();
    await server.model.script([{ kind: 'hang', text: 'one two', afterTokens: 1 }]);
    const seen: string[] = [];
    const reading = (async () => {
      for await (const event of server.client.stream('c', { message: 'Hi', workflowId: 'assistant' })) {
        const isFirst = event.type === 'on_chat_model_stream' && !seen.includes(event.type);
        seen.push(event.type);
        if (!isFirst) continue;
        expect(requestsIn(server)).toEqual([]);
        await server.client.cancelRun({ params: { id: event.runId } });
      }
    })();
    await reading;
    expect(seen.at(-1)).toBe('on_run_end');
    await expect.poll(() => requestsIn(server)).toHaveLength(2);
    const { items } = await server.client.listRuns({ query: {} });
    expect(requestsIn(server).find(({ route }) => String(route).endsWith('/messages'))).toMatchObject({
      level: 'info',
      status: 200,
      runId: items[0]?.id,
    });
  });

  it('that was cut off says so', async () => {
    const server = await startLoggedServer();
    await server.model.script([{ kind: 'hang', text: 'one two', afterTokens: 1 }]);
    const leaving = new AbortController();
    const reading = (async () => {
      const message = { message: 'Hi', workflowId: 'assistant' };
      for await (const event of server.client.stream('c', message, { signal: leaving.signal })) {
        if (event.type === 'on_chat_model_stream') leaving.abort();
      }
    })();
    await expect(reading).rejects.toThrow();
    await expect.poll(() => requestsIn(server)).toMatchObject([{ status: 200, cutOff: true }]);
  });

  it('that only asks how the server is leaves a line for debugging', async () => {
    const server = await startLoggedServer();
    await server.client.health();
    await expect.poll(() => requestsIn(server)).toMatchObject([{ level: 'debug', route: '/healthz' }]);
  });
});

describe('the log', () => {
  const canary = 'canary7f3a';

  it('has nothing of what a user or a model says, at any level', async () => {
    const server = await startLoggedServer();
    const base = `${server.url}/api/v1`;
    const send = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
      const all = { 'content-type': 'application/json', ...headers };
      return fetch(`${base}${path}`, { method: 'POST', headers: all, body: JSON.stringify(body) });
    };
    await server.model.script([
      `an answer with ${canary}`,
      { kind: 'refuse', status: 400, message: `I do not like "${canary}"` },
      { kind: 'invalid-json' },
    ]);
    for (let turn = 0; turn < 3; turn++) {
      const response = await send('/conversations/c/messages', {
        message: `Tell me about ${canary}`,
        workflowId: 'assistant',
        metadata: { about: canary },
      });
      expect(response.status).toBe(200);
    }
    expect((await send('/conversations/c/messages', { message: 'x', tone: canary })).status).toBe(400);
    expect((await send('/conversations/c/messages', `{"message": ${canary}`)).status).toBe(400);
    expect((await send(`/runs/${canary}/cancel`, {})).status).toBe(404);
    await fetch(`${base}/${canary}?q=${canary}`, { headers: { 'x-note': canary, cookie: canary } });
    await fetch(`${base}/runs?after=${canary}&${canary}=1`, {
      headers: { authorization: `Bearer ${canary}` },
    });
    await fetch(`${base}/runs`, { headers: { 'x-request-id': `${canary} with a space` } });
    await expect.poll(() => requestsIn(server)).toHaveLength(9);
    expect(server.log()).not.toContain(canary);
    expect(server.log()).toContain('MODEL_REFUSED');
  });

  it('has the run and the conversation on every line of the engine about one', async () => {
    const server = await startLoggedServer();
    await server.client.putWorkflow({ params: { id: 'broken' }, query: {}, body: broken });
    await server.model.script([{ kind: 'refuse', status: 400 }]);
    const run = await server.client.sendMessage({
      params: { id: 'c1' },
      body: { message: 'Hi', workflowId: 'broken', tone: 'natural' },
    });
    expect(run.status).toBe('failed');
    const own = server.lines().filter(({ runId }) => runId === run.id);
    expect(own.map(({ msg }) => msg)).toContain('node failed');
    for (const line of own.filter(({ msg }) => msg !== 'request')) expect(line.conversationId).toBe('c1');
  });

  it('masks keys wherever they stand', async () => {
    const adminKey = 'an-admin-key-for-tests-only';
    const server = await startLoggedServer({ CADENCE_ADMIN_KEY: adminKey });
    // The id of a request is logged as it comes.
    const headers = { authorization: `Bearer ${adminKey}`, 'x-request-id': 'cad_0123456789abcdef' };
    expect((await fetch(`${server.url}/metrics`, { headers })).status).toBe(200);
    await expect.poll(() => requestsIn(server)).toHaveLength(1);
    expect(server.log()).not.toMatch(/cad_0123|an-admin-key|the-key-of-the-model/);
  });
});

const broken: WorkflowDefinition = {
  id: 'broken',
  name: 'Broken',
  entrypointNodeId: 'a',
  nodes: [{ id: 'a', workflowId: 'broken', nodeType: 'AGENT', nodeName: 'a', agentId: 'a' }],
  edges: [],
  agents: [{ id: 'a', name: 'a', systemPrompt: 'You are an agent.' }],
};
