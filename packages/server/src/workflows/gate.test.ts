// Before a version is published, the newest runs are replayed on it: what it would have changed is known first.
import type { WorkflowDefinition } from '@cadence-agents/contracts';
import { type Behaviour, type FakeModelServer, startFakeModelServer } from '@cadence-agents/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminKey, openServer, type TestServer } from '../http/server.fixture.ts';

let model: FakeModelServer;
let server: TestServer;
let end: () => Promise<void>;
beforeAll(async () => {
  model = await startFakeModelServer();
  const env = {
    CADENCE_DEFAULT_MODEL: 'openai:m',
    OPENAI_BASE_URL: model.url,
    CADENCE_ADMIN_KEY: adminKey,
    CADENCE_UNRECORDED: JSON.stringify({ workflows: ['unrecorded'] }),
  };
  ({ server, end } = await openServer(env));
});
afterAll(async () => {
  await end();
  await model.close();
});

let made = 0;
let desk: WorkflowDefinition;
beforeEach(async () => {
  await model.reset();
  made += 1;
  const workflowId = `desk-${made}`;
  desk = {
    id: workflowId,
    name: 'Desk',
    entrypointNodeId: 'n1',
    nodes: [
      { id: 'n1', nodeName: 'speaker', workflowId, nodeType: 'AGENT', agentId: 'ada' },
      {
        id: 'n2',
        nodeName: 'person',
        workflowId,
        nodeType: 'HUMAN_HANDOFF',
        agentId: null,
        config: { question: 'May I?' },
      },
    ],
    edges: [
      {
        id: 'e1',
        workflowId,
        sourceNodeId: 'n1',
        targetNodeId: 'n2',
        conditionType: 'CONDITIONAL',
        conditionValue: 'ask',
      },
    ],
    agents: [{ id: 'ada', name: 'Ada', systemPrompt: 'I am Ada.' }],
  };
  await server.client.putWorkflow({ params: { id: desk.id }, query: {}, body: { ...desk } });
});

let asked = 0;
const ask = (client = server.client) => {
  asked += 1;
  const body = { message: `A secret of mine, ${asked}`, workflowId: desk.id };
  return client.sendMessage({ params: { id: `gate-${asked}` }, body });
};
const askPerson: Behaviour = { kind: 'reply', toolCalls: [{ name: 'route', arguments: { label: 'ask' } }] };
const draftOf = async (changes: Partial<WorkflowDefinition>) => {
  const body = { ...desk, ...changes };
  return (await server.client.putWorkflow({ params: { id: desk.id }, query: { draft: 'true' }, body }))
    .version;
};
const gate = (version: number, { client = server.client, last = 50 } = {}) =>
  client.gateWorkflow({ params: { id: desk.id, version }, body: { last } });
const publish = (version: number, query: { gate?: 'true' } = { gate: 'true' }) =>
  server.client.publishWorkflow({ params: { id: desk.id, version }, query });
const agent = { id: 'ada', name: 'Ada', systemPrompt: 'I am Ada.' };

describe('the gate of a version', () => {
  it('passes when every run does the same on it, and stays with the version', async () => {
    await model.script(['One.', 'Two.', 'Three.']);
    for (const _ of [1, 2, 3]) await ask();
    const version = await draftOf({ name: 'Another name' });
    const found = await gate(version, { last: 2 });
    expect(found).toMatchObject({ state: 'done', passed: true, unchanged: 2, left: 0, findings: [] });
    const params = { id: desk.id, version };
    const kept = await server.client.getWorkflowVersion({ params });
    expect(kept).toMatchObject({ version, published: false, gate: found });
    expect(await publish(version)).toMatchObject({ version, published: true });
    expect(await model.requests()).toHaveLength(3);
  });

  it('names the first place where each run goes another way, and keeps the version from being published', async () => {
    await model.script(['One.', 'Two.']);
    const runs = [await ask(), await ask()];
    const version = await draftOf({ agents: [{ ...agent, systemPrompt: 'I am Bob.' }] });
    const found = await gate(version);
    expect(found).toMatchObject({ state: 'done', passed: false, unchanged: 0, diverged: 2 });
    expect(found.findings).toEqual(
      runs.reverse().map(({ id: runId }) => ({
        ...{ runId, verdict: 'diverged', visit: 1, node: 'speaker', path: '/system' },
        message: expect.any(String),
      })),
    );
    expect(JSON.stringify(found)).not.toMatch(/secret|Ada|Bob/);
    await expect(publish(version)).rejects.toMatchObject({ code: 'GATE_NOT_PASSED' });
    const inUse = await server.client.getWorkflow({ params: { id: desk.id }, query: {} });
    expect(inUse.version).toBe(version - 1);
    expect(await publish(version, {})).toMatchObject({ version, published: true });
    expect(await gate(version - 1)).toMatchObject({ diverged: 0, unchanged: 2, passed: true });
  });

  it('tells which runs wait for a person at a node that is gone', async () => {
    await model.script([askPerson, 'Done.']);
    const waiting = await ask();
    expect(waiting.status).toBe('awaiting_human');
    await ask();
    expect(await gate(await draftOf({ name: 'Another name' }))).toMatchObject({ passed: true, unchanged: 2 });
    const version = await draftOf({ nodes: desk.nodes.slice(0, 1), edges: [] });
    const found = await gate(version);
    expect(found).toMatchObject({ passed: false, stranded: 1 });
    expect(found.findings).toContainEqual(
      expect.objectContaining({ runId: waiting.id, verdict: 'stranded', node: 'person' }),
    );
  });

  it('skips runs that cannot be replayed, and says so', async () => {
    await model.script(['One.']);
    desk = { ...desk, ...JSON.parse(JSON.stringify(desk).replaceAll(desk.id, 'unrecorded')) };
    await server.client.putWorkflow({ params: { id: desk.id }, query: {}, body: { ...desk } });
    const { id: runId } = await ask();
    expect(await gate(await draftOf({ name: 'Another name' }))).toMatchObject({
      ...{ passed: true, unchanged: 0, skipped: 1 },
      findings: [{ runId, verdict: 'skipped', message: 'It cannot be replayed: RUN_NOT_RECORDED.' }],
    });
  });

  it('tells those who see one person’s runs nothing of others’', async () => {
    await model.script(['One.']);
    await ask();
    const version = await draftOf({ agents: [{ ...agent, systemPrompt: 'I am Bob.' }] });
    const body = { name: 'Ann', role: 'author', userId: 'ann' } as const;
    const client = server.as((await server.client.createKey({ body })).key);
    expect(await gate(version, { client })).toMatchObject({ diverged: 1, findings: [] });
    const seen = await client.getWorkflowVersion({ params: { id: desk.id, version } });
    expect(seen.gate).toMatchObject({ diverged: 1, findings: [] });
  });

  it('is wanted before it is published with it, and is for a version that can be run', async () => {
    await expect(publish(await draftOf({ name: 'Another name' }))).rejects.toMatchObject({
      code: 'GATE_NOT_PASSED',
    });
    const version = await draftOf({ entrypointNodeId: 'nowhere' });
    await expect(gate(version)).rejects.toMatchObject({ code: 'WORKFLOW_INVALID' });
    await expect(gate(99)).rejects.toMatchObject({ code: 'WORKFLOW_NOT_FOUND' });
  });
});
