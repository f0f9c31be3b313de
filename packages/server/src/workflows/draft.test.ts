// Another program writes the tables of a workflow's graph: that is the draft, and its runs take it once it is checked.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { WorkflowDefinition } from '@cadence-agents/contracts';
import { type FakeModelServer, startFakeModelServer } from '@cadence-agents/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminKey, openServer, type TestServer } from '../http/server.fixture.ts';

let model: FakeModelServer;
let server: TestServer;
let end: () => Promise<void>;
beforeAll(async () => {
  model = await startFakeModelServer();
  const env = { CADENCE_DEFAULT_MODEL: 'openai:m', OPENAI_BASE_URL: model.url, CADENCE_ADMIN_KEY: adminKey };
  ({ server, end } = await openServer(env));
});
afterAll(async () => {
  await end();
  await model.close();
});

const speaker = { workflowId: 'desk', nodeType: 'AGENT', agentId: 'ada' };
const definition: WorkflowDefinition = {
  id: 'desk',
  name: 'Desk',
  entrypointNodeId: 'n1',
  nodes: [{ id: 'n1', nodeName: 'speaker', ...speaker }],
  edges: [],
  agents: ['ada', 'bob'].map((id) => ({ id, name: id, systemPrompt: `I am ${id}.` })),
};
beforeEach(async () => {
  await model.reset();
  await server.client.putWorkflow({ params: { id: 'desk' }, query: {}, body: { ...definition } });
});

/** As another program does it, beside the running server. */
function inDatabase(sql: string, ...values: string[]): void {
  const database = new DatabaseSync(join(server.dataDir, 'cadence.db'));
  try {
    database.prepare(sql).run(...values);
  } finally {
    database.close();
  }
}

let asked = 0;
const ask = (draft: boolean, client = server.client) => {
  asked += 1;
  const body = { message: 'Hi', workflowId: 'desk', ...(draft && { draft }) };
  return client.sendMessage({ params: { id: `c${asked}` }, body });
};
const prompts = async () => (await model.requests()).map(({ body }) => JSON.stringify(body));

describe('a row that another program changed', () => {
  it('is what the next run of the draft takes, and no run of the published version', async () => {
    await model.script(['Published.', 'Draft.']);
    inDatabase("UPDATE workflow_nodes SET agent_id = 'bob' WHERE workflow_id = 'desk'");
    const published = await ask(false);
    const draft = await ask(true);
    expect(published).toMatchObject({ status: 'completed', answer: 'Published.' });
    expect(draft).toMatchObject({ status: 'completed', answer: 'Draft.' });
    const [first, second] = await prompts();
    expect(first).toContain('I am ada.');
    expect(second).toContain('I am bob.');
    expect(draft.workflowVersion).toBe((published.workflowVersion ?? 0) + 1);
  });

  it('makes a version of the draft that can be looked at and published, and changes none', async () => {
    await model.script(['Draft.', 'Published.']);
    inDatabase("UPDATE workflow_nodes SET node_name = 'clerk' WHERE workflow_id = 'desk'");
    const params = { id: 'desk' };
    const before = await server.client.getWorkflow({ params, query: {} });
    const { workflowVersion } = await ask(true);
    const seen = await server.client.getWorkflow({ params, query: { draft: 'true' } });
    expect(seen).toMatchObject({ version: null, definition: { nodes: [{ nodeName: 'clerk' }] } });
    expect(await server.client.getWorkflow({ params, query: {} })).toEqual(before);
    await server.client.publishWorkflow({ params: { ...params, version: workflowVersion ?? 0 }, query: {} });
    expect((await ask(false)).workflowVersion).toBe(workflowVersion);
  });

  it('is refused where it makes no workflow that can be run', async () => {
    inDatabase("UPDATE workflow_nodes SET agent_id = 'nobody' WHERE workflow_id = 'desk'");
    await expect(ask(true)).rejects.toMatchObject({
      code: 'WORKFLOW_INVALID',
      details: [{ code: 'AGENT_UNDEFINED' }],
    });
    inDatabase("UPDATE workflow_nodes SET config = '{oops' WHERE workflow_id = 'desk'");
    await expect(ask(true)).rejects.toMatchObject({ code: 'WORKFLOW_INVALID' });
    expect(await model.requests()).toEqual([]);
  });

  it('may be a whole workflow that was never stored here', async () => {
    await model.script(['New.']);
    inDatabase(`INSERT INTO workflows (tenant_id, id, name, entrypoint_node_id, agents, published_version)
      SELECT tenant_id, 'fresh', 'Fresh', 'n1', agents, 0 FROM workflows WHERE id = 'desk'`);
    inDatabase(`INSERT INTO workflow_nodes (tenant_id, id, workflow_id, node_type, node_name, agent_id, ordinal)
      SELECT tenant_id, id, 'fresh', node_type, node_name, 'bob', ordinal FROM workflow_nodes
      WHERE workflow_id = 'desk'`);
    const body = { message: 'Hi', workflowId: 'fresh' };
    const send = (more = {}) =>
      server.client.sendMessage({ params: { id: 'fresh' }, body: { ...body, ...more } });
    await expect(send()).rejects.toMatchObject({ code: 'WORKFLOW_NOT_FOUND' });
    expect(await send({ draft: true })).toMatchObject({ answer: 'New.', workflowVersion: 1 });
  });

  it('is run by those who may write workflows alone', async () => {
    const { key } = await server.client.createKey({ body: { name: 'operator', role: 'operator' } });
    await expect(ask(true, server.as(key))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
