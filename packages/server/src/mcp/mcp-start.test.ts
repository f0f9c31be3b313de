// How Cadence starts with MCP servers that are slow to come, or never do.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localOwner } from '@cadence-agents/contracts';
import { type FakeModelServer, startFakeModelServer } from '@cadence-agents/testkit';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { type Cadence, openCadence } from '../cadence.ts';
import type { McpServersConfig } from '../settings/mcp-servers-schema.ts';
import { readSettings } from '../settings/read-settings.ts';
import { everything } from './client/mcp-server.fixture.ts';

let model: FakeModelServer;
beforeAll(async () => {
  model = await startFakeModelServer();
});
afterAll(() => model.close());
beforeEach(() => model.reset());

async function open(servers: McpServersConfig): Promise<Cadence> {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-mcp-start-'));
  const cadence = await openCadence(
    await readSettings(folder, {
      CADENCE_DATA_DIR: join(folder, 'data'),
      CADENCE_DEFAULT_MODEL: 'openai:any',
      CADENCE_MCP_SERVERS: JSON.stringify(servers),
      OPENAI_BASE_URL: model.url,
    }),
  );
  onTestFinished(async () => {
    await cadence.close();
    rmSync(folder, { recursive: true });
  });
  return cadence;
}

const statuses = (cadence: Cadence) => cadence.mcpServers.list().map(({ status }) => status);

/** A server that comes, and one that never says anything. */
const silent = { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] };

const usesEcho = {
  id: 'echoes',
  name: 'Echoes',
  entrypointNodeId: 'agent',
  nodes: [
    { id: 'agent', workflowId: 'echoes', nodeType: 'AGENT', nodeName: 'agent', agentId: 'echoer' },
    { id: 'tools', workflowId: 'echoes', nodeType: 'TOOL_EXECUTOR', nodeName: 'tools' },
  ],
  edges: [
    {
      ...{ id: 'calls', workflowId: 'echoes', sourceNodeId: 'agent', targetNodeId: 'tools' },
      ...{ conditionType: 'CONDITIONAL' as const, conditionValue: 'tools' },
    },
  ],
  agents: [{ id: 'echoer', name: 'Echoer', systemPrompt: 'Echo.', tools: ['everything_echo'] }],
};

it('starts at once, and a message that may need a server waits until it has been tried', async () => {
  const cadence = await open({ everything });
  expect(statuses(cadence)).toEqual(['connecting']);
  await model.script([
    { kind: 'reply', toolCalls: [{ name: 'goto_everything_agent', arguments: {} }] },
    { kind: 'reply', toolCalls: [{ name: 'everything_echo', arguments: { message: 'hello' } }] },
    { kind: 'reply', toolCalls: [{ name: 'goto_finalize', arguments: {} }] },
    { kind: 'reply', text: 'It echoed.' },
  ]);
  const run = await cadence.send({ message: 'Echo hello', workflowId: 'coordinator' });
  expect(run.metadata.plugins).toHaveProperty('everything');
  expect(await cadence.wait(run.id)).toMatchObject({ status: 'completed', answer: 'It echoed.' });
});

it('has a stored workflow wait for the server whose tools it names, and for no other', async () => {
  const cadence = await open({ everything, silent });
  const { version } = await cadence.store.workflows.put(localOwner.tenantId, usesEcho, { publish: true });
  await model.script([
    { kind: 'reply', toolCalls: [{ name: 'everything_echo', arguments: { message: 'hello' } }] },
    { kind: 'reply', text: 'It echoed.' },
  ]);
  const run = await cadence.send({ message: 'Echo', workflowId: 'echoes', workflowVersion: version });
  expect(await cadence.wait(run.id)).toMatchObject({ status: 'completed', answer: 'It echoed.' });
  expect(statuses(cadence)).toEqual(['connected', 'connecting']);
  expect(cadence.mcpServers.tried()).toBeDefined();
});
